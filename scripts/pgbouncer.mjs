import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages, isDebian, privileges } from "./debian.mjs";
import { withProgress } from "./progress.mjs";

/** PGBOUNCER_PATH, else the one that is installed here; undefined where there is none. */
export function findPgBouncer() {
  const folders = ["/usr/sbin", ...(process.env["PATH"] ?? "").split(delimiter)];
  return [process.env["PGBOUNCER_PATH"], ...folders.map((folder) => join(folder, "pgbouncer"))].find(
    (path) => path !== undefined && existsSync(path),
  );
}

const mayInstall = () => !findPgBouncer() && isDebian() && privileges() !== undefined;

/** The Debian packages that `ensurePgBouncer` would install. */
export const wantedForPgBouncer = () => (mayInstall() ? ["pgbouncer"] : []);

/** Finds PgBouncer, or installs Debian's package where apt may be used; undefined where there is still none. */
export async function ensurePgBouncer() {
  if (mayInstall()) await withProgress("Installing PgBouncer", () => installDebianPackages("pgbouncer"));
  return findPgBouncer();
}
