import { readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

import type { DataFolder } from "./data-folder.ts";
import { handOver } from "./run-as-user.ts";

/**
 * Two containers may share the data folder as a volume. One cannot see the other's PostgreSQL, and a second server on
 * the same files would destroy them: so while others use the folder, only their own container may start one.
 */
export function requireSameHost(folder: DataFolder): void {
  let host: string;
  try {
    host = readFileSync(folder.host, "utf8");
  } catch {
    return;
  }
  if (host === thisHost()) return;
  throw new Error(
    `The database in ${folder.path} is in use by another machine or container (${host.split(" ")[0]}). ` +
      "To share one database between them, set DATABASE_URL to a PostgreSQL 15+ server on each.",
  );
}

/** Notes that PostgreSQL is being started here. */
export function recordHost(folder: DataFolder): void {
  rmSync(folder.host, { force: true });
  writeFileSync(folder.host, thisHost(), { mode: 0o600 });
  handOver(folder.host, folder.user);
}

function thisHost(): string {
  let processes = "";
  try {
    processes = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has several sets of processes on one machine.
  }
  return `${hostname()} ${processes}`;
}
