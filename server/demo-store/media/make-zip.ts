import { zipSync, type Zippable } from "fflate";

export type ZipFile = { name: string; content: string | Buffer };

/** Without a zone on purpose: a zip stores local time, and a fixed one keeps the bytes the same everywhere. */
const WRITTEN_AT = new Date(2025, 0, 15, 9);

/** A zip archive of the given files; `name` may hold folders, separated by `/`. */
export async function makeZip(files: ZipFile[]): Promise<Buffer> {
  const entries: Zippable = {};
  for (const { name, content } of files) {
    entries[name] = [typeof content === "string" ? Buffer.from(content) : content, { mtime: WRITTEN_AT }];
  }
  return Buffer.from(zipSync(entries, { level: 6 }));
}
