import { spawn } from "node:child_process";
import { ConfigError } from "#server/config.ts";

/**
 * Writes all of a database into one file by PostgreSQL's own `pg_dump`, as of one moment, while it is used. Throws
 * `ConfigError` where the program is missing, or with its words where it refuses: it has to be as new as the server.
 */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  const { address, environment } = forPrograms(url);
  await runPostgres(
    "pg_dump",
    ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`, `--dbname=${address}`],
    environment,
  );
}

/** Fills an empty database with what `dumpDatabase` wrote, whole or not at all. */
export async function restoreDump(url: string, file: string): Promise<void> {
  const { address, environment } = forPrograms(url);
  const once = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"];
  await runPostgres("pg_restore", [...once, `--dbname=${address}`, file], environment);
}

/** Whether a dump can be read: lists what is in it. */
export async function checkDump(file: string): Promise<void> {
  await runPostgres("pg_restore", ["--list", file], {});
}

/** The password goes by the environment, since every account of a machine sees command lines. */
export function forPrograms(url: string): { address: string; environment: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  // The driver brings its own list of authorities; the programs are told to take the system's.
  const checks = /^verify-(ca|full)$/.test(address.searchParams.get("sslmode") ?? "");
  if (checks && !address.searchParams.has("sslrootcert")) address.searchParams.set("sslrootcert", "system");
  return { address: address.href, environment: password ? { PGPASSWORD: password } : {} };
}

function runPostgres(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], LC_ALL: "C", ...environment },
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)));
  return new Promise((done, fail) => {
    child.on("error", (error: NodeJS.ErrnoException) =>
      fail(
        error.code === "ENOENT"
          ? new ConfigError([
              `${program} is missing: install PostgreSQL's client programs, as new as the server (Debian: postgresql-client)`,
            ])
          : error,
      ),
    );
    child.on("close", (code) =>
      code === 0 ? done() : fail(new ConfigError([`${program} ended with ${code}: ${words.trim()}`])),
    );
  });
}
