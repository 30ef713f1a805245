import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findPostmaster } from "./postmaster.ts";

let made: { folder: string; keep: boolean }[] = [];

/** For tests: a new temporary folder; everyone may enter it unless `mode` says otherwise. */
export function temporaryFolder(mode = 0o755, { keep = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "openstall-embedded-"));
  chmodSync(folder, mode);
  made.push({ folder, keep });
  return folder;
}

/** For tests: the folder for a database that several tests of a file use; it goes with `removeAllFolders`. */
export function sharedDataFolder(): string {
  return join(temporaryFolder(0o755, { keep: true }), "postgres");
}

/** For tests: kills every PostgreSQL still running in `<temporary folder>/postgres` and removes folders not kept. */
export function removeTemporaryFolders(): void {
  for (const { folder, keep } of made) {
    const server = findServer(join(folder, "postgres", "cluster"));
    if (server) process.kill(server.pid, "SIGQUIT");
    if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  made = made.filter(({ keep }) => keep);
}

/** For tests: the same, with the folders kept until now. */
export function removeAllFolders(): void {
  made = made.map(({ folder }) => ({ folder, keep: false }));
  removeTemporaryFolders();
}

function findServer(cluster: string): { pid: number } | undefined {
  try {
    return findPostmaster(cluster);
  } catch {
    return undefined;
  }
}
