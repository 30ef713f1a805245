import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { cpuMicroseconds, postgresPids, residentMegabytes } from "./processes.ts";

type RestFigures = {
  name: string;
  /** From its command to its first answer, of each start. */
  startMs: number[];
  megabytes: number;
  /** Of one core, with its database. */
  cpuPercent: number;
  /** None where there is no database. */
  transactionsPerSecond?: number;
};

/** A new store passes on the payments of its demo first, a piece a minute: that is no rest. */
const settleMs = 180_000;
const watchMs = 60_000;

export const atRestTitle = "At rest and at start";
const wanted = { startMs: 4_000, megabytes: 200, cpuPercent: 1, transactionsPerSecond: 3 };

/**
 * Writes what `npm start` costs that nobody uses, its demo store seeded before, and how long a start takes; beside a Fastify
 * with one route. The database's own work is in its processor time, and its memory is not in that of the server. Answers
 * whether all that is wanted was reached.
 */
export async function atRestFigures(folder: string): Promise<boolean> {
  const [ours, bare] = await atRest(folder, 3);
  if (!ours || !bare) throw new Error("nothing was measured");
  const reached =
    Math.max(...ours.startMs) <= wanted.startMs &&
    ours.megabytes <= wanted.megabytes &&
    ours.cpuPercent <= wanted.cpuPercent &&
    (ours.transactionsPerSecond ?? 0) <= wanted.transactionsPerSecond;
  const rows = [ours, bare].map(({ name, startMs, megabytes, cpuPercent, transactionsPerSecond }) =>
    [
      name.padEnd(56),
      `ready after ${startMs.map((ms) => (ms / 1_000).toFixed(1)).join(", ")} s`,
      `${megabytes.toFixed(0)} MB`,
      `${cpuPercent.toFixed(2)} % of a core`,
      transactionsPerSecond === undefined ? "" : `${transactionsPerSecond.toFixed(1)} transactions/s`,
    ].join("  "),
  );
  process.stdout.write(
    `\n${atRestTitle}: wanted 4 s, 200 MB, 1 % and 3/s, ${reached ? "reached" : "MISSED"}\n  ${rows.join("\n  ")}\n`,
  );
  return reached;
}

async function atRest(folder: string, starts: number): Promise<RestFigures[]> {
  const dataDir = join(folder, "at-rest");
  const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, PORT: "18107", LOG_LEVEL: "warn" };
  const start = () => begin(["scripts/start.mjs"], env, 18_107);
  await end((await start()).child);
  const ours = await measure("Openstall, web and worker with their database", starts, start, dataDir);
  const bare = await measure("Fastify with one route", starts, () =>
    begin(["bench/servers/bare-server.ts", "18108"], process.env, 18_108),
  );
  return [ours, bare];
}

type Begun = { child: ChildProcess; ms: number };

async function begin(args: string[], env: NodeJS.ProcessEnv, port: number): Promise<Begun> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
    await sleep(20);
  }
  return { child, ms: performance.now() - began };
}

async function measure(
  name: string,
  starts: number,
  start: () => Promise<Begun>,
  dataDir?: string,
): Promise<RestFigures> {
  const startMs: number[] = [];
  for (let n = 1; n < starts; n += 1) {
    const { child, ms } = await start();
    startMs.push(ms);
    await end(child);
  }
  const { child, ms } = await start();
  startMs.push(ms);
  const server = childrenOf(child.pid ?? 0).at(-1) ?? child.pid ?? 0;
  try {
    if (dataDir) await sleep(settleMs);
    const postgres = dataDir ? readPostmaster(dataDir) : undefined;
    const pids = () => [server, ...(postgres ? postgresPids(postgres.pid) : [])];
    const transactions = async () => (postgres ? countTransactions(dataDir ?? "", postgres.port) : 0);
    const [cpu, begun] = [cpuMicroseconds(pids()), await transactions()];
    await sleep(watchMs);
    const [used, ran] = [cpuMicroseconds(pids()) - cpu, (await transactions()) - begun];
    return {
      name,
      startMs,
      megabytes: residentMegabytes(server),
      cpuPercent: (100 * used) / (watchMs * 1_000),
      ...(postgres && { transactionsPerSecond: (1_000 * ran) / watchMs }),
    };
  } finally {
    await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Processes that one has begun and that run now. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .split("\n")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** The process and the port of the embedded PostgreSQL: the first and the fourth line of its file. */
function readPostmaster(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

async function countTransactions(dataDir: string, port: number): Promise<number> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: "openstall",
    password: readFileSync(join(dataDir, "postgres", "password"), "utf8").trim(),
    database: "postgres",
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select sum(xact_commit + xact_rollback)::int as count from pg_stat_database",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
