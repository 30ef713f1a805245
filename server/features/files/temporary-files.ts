import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { HttpError } from "#server/errors.ts";
import type { Config } from "#server/config.ts";
import { freeBytesAt, spareBytes } from "#server/files/disk-room.ts";

/** Where files wait until they are complete and examined: on the disk of the file folder, so that they need only be renamed. */
export const temporaryFolder = ({ dataDir }: Pick<Config, "dataDir">): string =>
  join(dataDir, "tmp", "uploads");

/** Makes the folder, and throws 507 where `bytes` more would leave the disk without room to work. */
export async function makeRoom(config: Config, bytes: number): Promise<string> {
  const folder = temporaryFolder(config);
  await mkdir(folder, { recursive: true });
  if ((await freeBytesAt(folder)) < bytes + spareBytes) throw outOfSpace();
  return folder;
}

/** A disk that filled up meanwhile is the server's trouble, and said so. */
export function asStorageError(error: unknown): unknown {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")
    ? outOfSpace()
    : error;
}

const outOfSpace = () =>
  new HttpError(507, "OUT_OF_SPACE", "The server has no room for this file at the moment.");
