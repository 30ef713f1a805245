import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { names } from "./backup-description.ts";

/** Removes finished backups in a folder but the newest `keep`, the oldest first; answers which. Nothing else there is touched. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const backups = (await readdir(folder))
    .filter(
      (name) => /^openstall-\d{8}T\d{6}Z$/.test(name) && existsSync(join(folder, name, names.description)),
    )
    .toSorted();
  const old = backups.slice(0, Math.max(0, backups.length - keep)).map((name) => join(folder, name));
  for (const path of old) await rm(path, { recursive: true });
  return old;
}
