import { fileTypeFromFile } from "file-type";
import { type FileHandle, open } from "node:fs/promises";
import sharp from "sharp";
import type { UploadExtension } from "#contract/files/accepted-files.ts";
import { firstVideoFormat, type ReadBytes } from "#contract/files/video-format.ts";
import { compoundFileNames } from "./compound-file.ts";
import { type ContentRule, contentRules } from "./content-rules.ts";
import { isPlainText } from "./plain-text.ts";
import { endsLikeZip, listZip, zipTailBytes } from "./zip-listing.ts";

/** `videoFormat`: the four-character code of an MP4's first video track. */
export type Finding = { fits: true; videoFormat?: string } | { fits: false; refusal?: string };

/** Whether a file's content is what its extension says. Hostile files end up here: run it in a thread of its own. */
export async function examineFile(path: string, extension: UploadExtension): Promise<Finding> {
  const rule = contentRules[extension];
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) return { fits: false, refusal: "The file is empty." };
    const start = (await file.read(Buffer.alloc(8), 0, 8, 0)).buffer.toString("latin1");
    if (rule.by === "archive" && !rule.orStarts?.includes(start))
      return start.startsWith("PK\u0003\u0004") ? examineArchive(path, size, rule) : { fits: false };

    const tailBytes = Math.min(size, zipTailBytes);
    const tail = (await file.read(Buffer.alloc(tailBytes), 0, tailBytes, size - tailBytes)).buffer;
    if (endsLikeZip(tail)) return { fits: false };
    if (rule.by === "archive") return { fits: true };

    const detected = (await fileTypeFromFile(path))?.mime;
    if (rule.by === "compound") {
      const names = await compoundFileNames(file, size);
      return { fits: rule.streams.some((name) => names?.has(name)) };
    }
    if (rule.by === "text") return { fits: isTextOrXml(detected) && (await isPlainText(file, rule)) };
    if (detected === undefined || !rule.types.includes(detected)) return { fits: false };
    if (rule.picture !== undefined) return { fits: (await pictureFormat(path)) === rule.picture };
    const videoFormat = extension === "mp4" ? await firstVideoFormat(readerOf(file), size) : undefined;
    return { fits: true, ...(videoFormat !== undefined && { videoFormat }) };
  } finally {
    await file.close();
  }
}

const readerOf =
  (file: FileHandle): ReadBytes =>
  async (start, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  };

/** A bitmap is known by two letters, which the column 'BMI' begins with, too. What XML may hold is the rule's to say. */
const isTextOrXml = (detected: string | undefined) =>
  detected === undefined || detected === "image/bmp" || detected === "application/xml";

async function examineArchive(
  path: string,
  size: number,
  { holds = [], oneOf }: Extract<ContentRule, { by: "archive" }>,
): Promise<Finding> {
  const listing = await listZip(path, size);
  if (!listing) return { fits: false };
  if ("refusal" in listing) return { fits: false, refusal: listing.refusal };
  const { names } = listing;
  if (holds.some((name) => !names.has(name))) return { fits: false };
  if (oneOf && !oneOf.some((name) => names.has(name))) return { fits: false };
  // A document that carries programs has an extension of its own, which is none of ours.
  if (holds.length > 0 && [...names].some((name) => name.endsWith("vbaProject.bin"))) return { fits: false };
  return { fits: true };
}

async function pictureFormat(path: string): Promise<string | undefined> {
  try {
    return (await sharp(path, { limitInputPixels: false }).metadata()).format;
  } catch {
    return undefined;
  }
}
