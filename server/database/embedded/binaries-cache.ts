import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import type { PostgresPackage } from "./postgres-package.ts";

/**
 * Copies the binaries (60 MB, about 0.1 s) into a cache every account can read and returns that folder. The copy
 * appears under its final name only when complete, so an interrupted or a simultaneous copy does no harm.
 */
export function copyToCache(
  source: PostgresPackage,
  cacheFolder: string | undefined,
  log: (line: string) => void,
  finish: (copy: string) => void,
): string {
  const cache = openCache(cacheFolder ? [cacheFolder] : usualFolders());
  const target = join(cache, `postgres-${source.version}-${process.platform}-${process.arch}`);
  if (existsSync(target)) return target;
  log(`copying the PostgreSQL programs to ${target}`);
  const partial = mkdtempSync(join(cache, "partial-"));
  try {
    cpSync(source.native, partial, { recursive: true, verbatimSymlinks: true });
    finish(partial);
    makeReadable(partial);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function usualFolders(): string[] {
  if (process.getuid?.() === 0) return ["/var/cache/openstall", "/var/tmp/openstall-cache"];
  const home = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return [join(home, "openstall"), join(tmpdir(), `openstall-cache-${process.getuid?.() ?? "user"}`)];
}

function openCache(candidates: string[]): string {
  const failures: string[] = [];
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      const { uid, mode } = lstatSync(folder);
      // We run what lies in here: nobody else may have made it or be able to change it.
      if (!lstatSync(folder).isDirectory() || (process.getuid && uid !== process.getuid()) || mode & 0o022) {
        throw new Error("it belongs to somebody else or others may write to it");
      }
      if (process.platform !== "win32") chmodSync(folder, 0o755);
      return folder;
    } catch (error) {
      failures.push(`${folder}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No cache folder for the PostgreSQL programs can be used. ${failures.join("; ")}`);
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
}
