import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/*
 * While the files are copied beside the database, none is removed: a row that the copy of the database still has would
 * miss it. What was to be removed has no row then, and goes with the next daily sweep.
 */

const renewMs = 5_000;
/** A backup that was killed renews its mark no more. */
const validMs = 30_000;

/** Each backup has a mark of its own: the end of one says nothing about another. */
const prefix = "backup-under-way-";

/** Keeps every file in the folder until `end` is called, or this process is gone for half a minute. */
export async function keepFilesForBackup(filesFolder: string): Promise<{ end(): void }> {
  const folder = dirname(filesFolder);
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder, prefix, validMs);
  const mark = join(folder, prefix + randomUUID());
  await writeFile(mark, "");
  const renewing = renew(mark);
  return {
    end() {
      renewing.end();
      rmSync(mark, { force: true });
    },
  };
}

/** Whether files have to stay for the moment. */
export async function isBackupUnderWay(filesFolder: string): Promise<boolean> {
  return (await listBegun(dirname(filesFolder), prefix, validMs)).some(({ isAlive }) => isAlive);
}

/** Shows that somebody is at work on a file or folder, until `end` is called or this process is gone. */
export function renew(path: string): { end(): void } {
  const timer = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => {});
  }, renewMs);
  timer.unref();
  return { end: () => clearInterval(timer) };
}

/** Removes what begins with `start` in a folder, and nobody has renewed for so long. */
export async function removeAbandoned(folder: string, start: string, afterMs: number): Promise<void> {
  for (const { path, isAlive } of await listBegun(folder, start, afterMs))
    if (!isAlive) await rm(path, { recursive: true, force: true });
}

async function listBegun(
  folder: string,
  start: string,
  afterMs: number,
): Promise<{ path: string; isAlive: boolean }[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.startsWith(start))
      .map(async (name) => {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        return { path, isAlive: found !== undefined && Date.now() - found.mtimeMs < afterMs };
      }),
  );
}
