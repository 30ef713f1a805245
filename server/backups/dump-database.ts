import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { ConfigError } from "#server/config.ts";

/**
 * Writes all of a database into one file by PostgreSQL's own `pg_dump`, as of one moment, while it is used. Throws
 * `ConfigError` where the program is missing, or with its words where it refuses: it has to be as new as the server.
 */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  const { address, environment } = forPrograms(url);
  // It would be made for everybody to read; one that is there stays for whom it is.
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
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

/**
 * A database's address as PostgreSQL's own programs take it. The password goes by the environment, since every account of a
 * machine sees command lines.
 */
export function forPrograms(url: string): { address: string; environment: NodeJS.ProcessEnv } {
  // A socket's address names no host before its path, which `URL` insists on; the programs, too, go by `host=` then.
  const address = new URL(URL.canParse(url) ? url : url.replace("@/", "@localhost/"));
  const { searchParams } = address;
  const password = searchParams.get("password") ?? decodeURIComponent(address.password);
  address.password = "";
  searchParams.delete("password");
  const mode = searchParams.get("sslmode") ?? "";
  // The driver's word for TLS with whoever answers.
  if (mode === "no-verify") searchParams.set("sslmode", "require");
  // The driver brings its own list of authorities; the programs are told to take the system's.
  if (/^verify-(ca|full)$/.test(mode) && !searchParams.has("sslrootcert"))
    searchParams.set("sslrootcert", "system");
  return { address: address.href, environment: password ? { PGPASSWORD: password } : {} };
}

function runPostgres(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], LC_ALL: "C", ...environment },
  });
  // Whoever ends this process ends what it waits for.
  const end = () => void child.kill();
  process.once("exit", end);
  child.once("close", () => process.off("exit", end));
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
