import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { fastFolder } from "#tests/support/fast-folder.mjs";
import { Explained } from "./progress.mjs";

/**
 * A PostgreSQL 15 or later that is installed on this machine: the folder of its programs and its version. The oldest of
 * Debian's, since the embedded one is the newest. Undefined where there is none.
 * @returns {{ programs: string, version: string } | undefined}
 */
export function findInstalledPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(a) - Number(b)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  for (const programs of folders.filter((folder) => existsSync(join(folder, "initdb")))) {
    const { stdout } = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
    const version = /\) (\d+(?:\.\d+)?)/.exec(stdout ?? "")?.[1];
    if (version && Number.parseInt(version, 10) >= 15) return { programs, version };
  }
  return undefined;
}

/**
 * Runs `work` with the address of a throw-away server of that installation, whose user may create databases. It listens
 * on the loopback address only, waits for no disk, and is gone afterwards.
 * @template T
 * @param {string} programs
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstalledPostgres(programs, work) {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(fastFolder(), "openstall-installed-postgres-"));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 -c fsync=off -c synchronous_commit=off`;
  const run = (/** @type {string} */ program, /** @type {string[]} */ args) => {
    const done = spawnSync(join(programs, program), args, {
      ...account,
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (done.status !== 0) throw new Explained(`${program} failed: ${done.stderr || done.error?.message}`);
  };
  try {
    run("initdb", ["-D", data, "-U", "openstall", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]);
    run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"]);
    try {
      return await work(`postgres://openstall@127.0.0.1:${port}/postgres`);
    } finally {
      run("pg_ctl", ["-D", data, "-w", "-m", "fast", "stop"]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root: then an account that owns nothing runs it. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found =
    accounts.find(([name]) => name === "postgres") ?? accounts.find(([name]) => name === "nobody");
  if (!found) throw new Explained("there is no account to run PostgreSQL: add one called postgres");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
