import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, relative } from "node:path";

import { copyToCache } from "./binaries-cache.ts";
import { externalDatabaseHint } from "./external-database-hint.ts";
import type { PostgresPackage } from "./postgres-package.ts";
import { canReach, type RunAsUser } from "./run-as-user.ts";

/**
 * The folder (bin, lib, share) from which `user` can run PostgreSQL. It is the package itself wherever that works. When
 * the account cannot read the checkout, or the package lacks its library links and is read-only, it is a copy in a
 * cache that the account can read.
 */
export function runnableBinaries(
  source: PostgresPackage,
  user: RunAsUser | undefined,
  cacheFolder: string | undefined,
  log: (line: string) => void,
): string {
  if (isRunnable(source.native, user) && restoreLinks(source.native)) return source.native;
  const copy = copyToCache(source, cacheFolder, log, restoreLinks);
  if (isRunnable(copy, user)) return copy;
  throw new Error(
    `PostgreSQL in ${copy} cannot be run by user ${user?.uid ?? "us"}. ${externalDatabaseHint}`,
  );
}

function isRunnable(native: string, user: RunAsUser | undefined): boolean {
  const program = process.platform === "win32" ? "postgres.exe" : "postgres";
  return [join("bin", program), "lib", "share"].every((part) => canReach(join(native, part), user));
}

/**
 * npm packages cannot hold symbolic links, so the package lists them for its install script, which npm may not have
 * run. Making a link is atomic and finding it made is success, so two processes can do this at once. False when the
 * folder cannot be written.
 */
function restoreLinks(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative("native", target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
    }
  }
  return true;
}
