import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/*
 * Locks between processes, held by the kernel: they end with the process that holds them, however it ends, so there
 * are no stale locks and no reused process ids to guess about. Node has no call for this, but its SQLite locks files
 * in just this way on every platform. The files stay empty: they are opened only to be locked. (Nothing else in
 * the process may open them: closing any descriptor of a file drops POSIX locks on it.)
 */

export type Release = () => void;

// A lock ends when its connection is collected, so held ones are kept here.
const held = new Set<DatabaseSync>();

/** Waits until this process alone holds `file`; throws after `timeoutMs`. */
export async function lockAlone(file: string, timeoutMs: number): Promise<Release> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const release = tryLock(file, "alone");
    if (release) return release;
    if (performance.now() > deadline) {
      throw new Error(`Another process has held ${file} for ${Math.round(timeoutMs / 1000)} s.`);
    }
    await sleep(10);
  }
}

/** Holds `file` together with any number of other processes; call under the starting lock. */
export function lockShared(file: string): Release {
  const release = tryLock(file, "shared");
  if (!release) throw new Error(`${file} is locked by another program.`);
  return release;
}

/** Whether anyone, in this process or another, holds `file`; call under the starting lock. */
export function isLocked(file: string): boolean {
  const release = tryLock(file, "alone");
  release?.();
  return !release;
}

function tryLock(file: string, mode: "alone" | "shared"): Release | undefined {
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    if (mode === "alone") {
      connection.exec("BEGIN EXCLUSIVE");
    } else {
      connection.exec("BEGIN");
      // The first read takes the shared lock, which lasts as long as the transaction.
      connection.prepare("SELECT count(*) FROM sqlite_schema").get();
    }
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw new Error(`The file system cannot lock ${file}. Set DATA_DIR to a folder on a local disk.`, {
      cause: error,
    });
  }
  held.add(connection);
  return () => {
    if (held.delete(connection)) connection.close();
  };
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
}
