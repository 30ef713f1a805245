import { fileTypeFromFile } from "file-type";
import { open } from "node:fs/promises";
import sharp from "sharp";
import { compoundFileNames } from "./compound-file.ts";
import { isPlainText } from "./plain-text.ts";
import { endsLikeZip, listZip, zipTailBytes } from "./zip-listing.ts";

export type Finding = { fits: true } | { fits: false; refusal?: string };

/** What the first bytes must say, for formats that they decide. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  pdf: ["application/pdf"],
  jpg: ["image/jpeg"],
  jpeg: ["image/jpeg"],
  png: ["image/png", "image/apng"],
  gif: ["image/gif"],
  mp4: ["video/mp4", "video/x-m4v"],
  mov: ["video/quicktime"],
  mp3: ["audio/mpeg"],
  wav: ["audio/wav"],
};
const pictures: Readonly<Record<string, string>> = { jpg: "jpeg", jpeg: "jpeg", png: "png", gif: "gif" };
const archives: Readonly<Record<string, readonly string[]>> = {
  zip: [],
  docx: ["[Content_Types].xml", "word/document.xml"],
  xlsx: ["[Content_Types].xml", "xl/workbook.xml"],
};
const compounds: Readonly<Record<string, readonly string[]>> = {
  doc: ["WordDocument"],
  xls: ["Workbook", "Book"],
};

/** Whether a file's content is what its extension says. Hostile files end up here: run it in a thread of its own. */
export async function examineFile(path: string, extension: string): Promise<Finding> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) return { fits: false, refusal: "The file is empty." };
    const start = (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer;
    const needed = archives[extension];
    if (needed)
      return start.toString("latin1") === "PK\u0003\u0004"
        ? examineArchive(path, size, needed)
        : { fits: false };

    const tailBytes = Math.min(size, zipTailBytes);
    const tail = (await file.read(Buffer.alloc(tailBytes), 0, tailBytes, size - tailBytes)).buffer;
    if (endsLikeZip(tail)) return { fits: false };

    const detected = (await fileTypeFromFile(path))?.mime;
    const inside = compounds[extension];
    if (inside) {
      const names = await compoundFileNames(file, size);
      return { fits: inside.some((name) => names?.has(name)) };
    }
    if (extension === "txt") return { fits: detected === undefined && (await isPlainText(file)) };
    if (detected === undefined || !signatures[extension]?.includes(detected)) return { fits: false };
    const picture = pictures[extension];
    return { fits: picture === undefined || (await pictureFormat(path)) === picture };
  } finally {
    await file.close();
  }
}

async function examineArchive(path: string, size: number, needed: readonly string[]): Promise<Finding> {
  const listing = await listZip(path, size);
  if (!listing) return { fits: false };
  if ("refusal" in listing) return { fits: false, refusal: listing.refusal };
  if (needed.some((name) => !listing.names.has(name))) return { fits: false };
  // A document that carries programs has an extension of its own, which is none of ours.
  if (needed.length > 0 && [...listing.names].some((name) => name.endsWith("vbaProject.bin")))
    return { fits: false };
  return { fits: true };
}

async function pictureFormat(path: string): Promise<string | undefined> {
  try {
    return (await sharp(path, { limitInputPixels: false }).metadata()).format;
  } catch {
    return undefined;
  }
}
