import { statfs } from "node:fs/promises";

/** What a disk keeps free to work with: nothing is taken in that would go below it. */
export const spareBytes = 256 * 1024 * 1024;

/** How much may be written to the disk that a folder is on. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
