import { rmSync } from "node:fs";
import { mkdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/*
 * While the files are copied beside the database, none is removed: a row that the copy of the database still has would
 * miss it. What was to be removed has no row then, and goes with the next daily sweep.
 */

const renewMs = 5_000;
/** A backup that was killed renews its mark no more. */
const validMs = 30_000;

const markOf = (filesFolder: string) => join(dirname(filesFolder), "backup-under-way");

/** Keeps every file in the folder until `end` is called, or this process is gone for half a minute. */
export async function keepFilesForBackup(filesFolder: string): Promise<{ end(): void }> {
  const mark = markOf(filesFolder);
  await mkdir(dirname(mark), { recursive: true });
  await writeFile(mark, "");
  const timer = setInterval(() => {
    const now = new Date();
    void utimes(mark, now, now).catch(() => {});
  }, renewMs);
  timer.unref();
  return {
    end() {
      clearInterval(timer);
      rmSync(mark, { force: true });
    },
  };
}

/** Whether files have to stay for the moment. */
export async function isBackupUnderWay(filesFolder: string): Promise<boolean> {
  const found = await stat(markOf(filesFolder)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < validMs;
}
