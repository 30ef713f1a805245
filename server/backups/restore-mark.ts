import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "#server/config.ts";

/*
 * A restore puts files and a database in their places one after the other. Killed between the two it leaves a shop that
 * looks whole, whose rows name files of another moment.
 */

const markOf = (dataDir: string) => join(dataDir, "restore-under-way");

/** Says that a restore has begun to change something; `end` that all of it is there. */
export async function markRestore(dataDir: string, backup: string): Promise<{ end(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(markOf(dataDir), `${backup}\n`, { mode: 0o600, flush: true });
  return { end: () => rm(markOf(dataDir), { force: true }) };
}

/** Refuses a data folder in which a restore was interrupted. Throws `ConfigError` that says what to do. */
export function requireWholeRestore(dataDir: string): void {
  if (!existsSync(markOf(dataDir))) return;
  throw new ConfigError([
    `a restore into ${dataDir} is under way, or was interrupted: do it again with --overwrite (${markOf(dataDir)} names the backup)`,
  ]);
}
