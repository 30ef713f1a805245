import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "#server/config.ts";
import { type BackupDescription, names } from "./backup-description.ts";
import { staysInside } from "./path-inside.ts";

/** By path in the backup, with slashes. */
export type Sums = ReadonlyMap<string, string>;

export const sha256 = (): Hash => createHash("sha256");

export async function sha256Of(path: string): Promise<string> {
  const hash = sha256();
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

export const writtenSums = (sums: Sums): string =>
  [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join("");

/** The sums of a backup, themselves checked. Throws `ConfigError` where the list is not what was written. */
export async function readSums(folder: string, { sumsSha256 }: BackupDescription): Promise<Sums> {
  const path = join(folder, names.sums);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new ConfigError([`${path} cannot be read`], error);
  });
  if (sha256().update(text).digest("hex") !== sumsSha256)
    throw new ConfigError([`${path} is not what the backup wrote: the backup is damaged`]);
  const sums = new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  // Whoever wrote the folder wrote its sums, too: a restore follows these paths, in both places.
  const outside = [...sums.keys()].find((name) => !staysInside(name));
  if (outside !== undefined)
    throw new ConfigError([`${path} names ${outside}, which leads out of the backup`]);
  return sums;
}

/** Reads every byte of a backup. Throws `ConfigError` with all that is missing or not what was written. */
export async function checkSums(folder: string, sums: Sums): Promise<void> {
  const problems: string[] = [];
  for (const [path, sum] of sums) {
    const found = await sha256Of(join(folder, path)).catch((error: NodeJS.ErrnoException) => error);
    if (found instanceof Error) problems.push(`${path} cannot be read (${found.code ?? found.message})`);
    else if (found !== sum) problems.push(`${path} is not what the backup wrote`);
  }
  if (problems.length > 0)
    throw new ConfigError([`the backup in ${folder} is damaged`, ...problems.slice(0, 20)]);
}
