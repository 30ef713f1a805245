import { readFileSync } from "node:fs";
import { findPostgresPackage } from "#server/database/embedded/postgres-package.ts";

export const version = (): string =>
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string })
    .version;

/** The major version of the PostgreSQL that this Openstall brings. */
export const embeddedMajor = (): string => findPostgresPackage().version.split(".")[0] ?? "";
