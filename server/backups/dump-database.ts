import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
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

/**
 * Fills an empty database with what `dumpDatabase` wrote, whole or not at all. By way of SQL, since `pg_restore` 17 and later
 * begins with a setting that PostgreSQL 15 and 16 refuse.
 */
export async function restoreDump(url: string, file: string): Promise<void> {
  const { address, environment } = forPrograms(url);
  const once = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"];
  const reading = startPostgres("pg_restore", ["--no-owner", "--no-privileges", "--file=-", file], {});
  const writing = startPostgres("psql", [...once, `--dbname=${address}`, "--file=-"], environment);
  const whole = Promise.all([
    pipeline(reading.child.stdout, settingsForAnyServer(), writing.child.stdin, { end: false }),
    reading.ended,
  ]).then(
    // psql commits when its input ends, so it ends only after all of it was read.
    () => writing.child.stdin.end(),
    (error: unknown) => {
      writing.child.kill();
      reading.child.kill();
      throw error;
    },
  );
  const [written, read] = await Promise.allSettled([writing.ended, whole]);
  // Where psql refused something, reading failed only because nobody took the rest.
  if (written.status === "rejected" && !writing.child.killed) throw written.reason;
  if (read.status === "rejected") throw read.reason;
  if (written.status === "rejected") throw written.reason;
}

const headerBytes = 4_096;
const newSetting = "SET transaction_timeout = 0;";

/** Asks for the setting that came with PostgreSQL 17 only where the server has it. It is in the head of the SQL, before any data. */
export function settingsForAnyServer(): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  const changed = (text: Buffer) =>
    Buffer.from(
      text
        .toString("latin1")
        .replace(
          newSetting,
          "SELECT set_config('transaction_timeout', '0', false) WHERE current_setting('server_version_num')::int >= 170000;",
        ),
      "latin1",
    );
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!head) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < headerBytes) return done();
      const whole = changed(head);
      head = undefined;
      return done(null, whole);
    },
    flush(done) {
      done(null, head && changed(head));
    },
  });
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

/** For a program that takes nothing and whose output is its file. */
function runPostgres(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { child, ended } = startPostgres(program, args, environment);
  child.stdin.end();
  child.stdout.resume();
  return ended;
}

function startPostgres(program: string, args: string[], environment: NodeJS.ProcessEnv) {
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], LC_ALL: "C", ...environment },
  });
  // Whoever ends this process ends what it waits for.
  const end = () => void child.kill();
  process.once("exit", end);
  child.once("close", () => process.off("exit", end));
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)));
  const ended = new Promise<void>((done, fail) => {
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
  return { child, ended };
}
