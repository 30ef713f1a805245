import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sha256 } from "./checksums.ts";

/**
 * Copies each file of a folder that is not in `copied` yet, and adds it there with its SHA-256. What disappears meanwhile
 * is left out. Answers how many bytes there were.
 */
export async function copyFiles(from: string, to: string, copied: Map<string, string>): Promise<number> {
  let bytes = 0;
  for (const path of await listFiles(from)) {
    if (copied.has(path)) continue;
    try {
      const { sum, size } = await copyWithSum(join(from, path), join(to, path));
      copied.set(path, sum);
      bytes += size;
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return bytes;
}

/** The files below a folder by their paths with slashes, without those that are being written; none where it is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

/** Copies one file to the disk and answers its SHA-256 as it was read. */
export async function copyWithSum(from: string, to: string): Promise<{ sum: string; size: number }> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = sha256();
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 256 * 1024 }),
      counted,
      createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") await rm(to, { force: true });
    throw error;
  }
  return { sum: hash.digest("hex"), size };
}

const isAbsent = (error: unknown) =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
