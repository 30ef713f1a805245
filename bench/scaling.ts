// npm run bench:scaling: what a second web process adds, what a sale costs each process, and what each holds of the database.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Agent, request } from "undici";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { cpuMicroseconds } from "./processes.ts";
import { makeStores } from "./stores.ts";
import { randomAddress, wholeSales } from "./whole-sales.ts";

const ports = [18_110, 18_111];
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const folder = await mkdtemp(join(tmpdir(), "openstall-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres") });
const started: ChildProcess[] = [];

/** One role of the server as it is run, ready or running for long enough to hold what it holds. */
async function start(role: "web" | "worker", port = ports[0]): Promise<number> {
  const child = spawn(process.execPath, ["server/main.ts", role], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: `${port}`,
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      DATA_DIR: join(folder, `${role}-${port}`),
      DATABASE_URL: postgres.url,
      APP_SECRET: "of all processes, and longer than it has to be",
      TRUSTED_PROXIES: "1",
      LOCAL_MODE_OPEN_TO_NETWORK: "true",
      RATE_LIMIT_FACTOR: "1000000",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  started.push(child);
  // While it starts it answers that it is well.
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/api/creators/creator_1/products`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (role === "web" && !(await isUp())) await sleep(200);
  if (role === "worker") await sleep(15_000);
  return child.pid ?? 0;
}

/** Answers a second, of as many requests at once as eight for each process. */
async function load(
  origins: string[],
  ask: (origin: string, agent: Agent) => Promise<void>,
): Promise<number> {
  const agent = new Agent({ connections: 8, pipelining: 1 });
  const began = performance.now();
  let answered = 0;
  const asking = origins.flatMap((origin) =>
    Array.from({ length: 8 }, async () => {
      while (performance.now() - began < seconds * 1_000) {
        await ask(origin, agent);
        answered++;
      }
    }),
  );
  await Promise.all(asking);
  await agent.close();
  return answered / ((performance.now() - began) / 1_000);
}

try {
  await migrateDatabase(postgres.url, "movable");
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => {});
  const { productId } = await makeStores(pool, 50);
  const held = async () =>
    (
      await pool.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
    ).rows[0]?.n ?? 0;

  const web = await start("web");
  const worker = await start("worker");
  const [first = "", second = ""] = ports.map((port) => `http://127.0.0.1:${port}`);
  const sale = { origin: first, productId, pool, pid: web, postmaster: postgres.pid };
  await wholeSales(sale, seconds);
  const ofWorker = cpuMicroseconds([worker]);
  const began = performance.now();
  const sales = await wholeSales(sale, rounds * seconds);
  const sold = (sales.perSecond * (performance.now() - began)) / 1_000;
  const ms = (microseconds: number) => `${(microseconds / 1_000).toFixed(1)} ms`;
  console.log(
    `A sale: web ${ms(sales.nodeMicroseconds)}, worker ${ms((cpuMicroseconds([worker]) - ofWorker) / sold)}, PostgreSQL ${ms(sales.postgresMicroseconds)} of processor (${Math.round(sold)} sales, ${sales.failures} failed)`,
  );
  console.log(`Connections held after it by one web and one worker: ${await held()}`);

  await start("web", ports[1]);
  const kinds: [string, (origin: string, agent: Agent) => Promise<void>][] = [
    [
      "a store's products, kept",
      async (origin, dispatcher) => {
        const answer = await request(`${origin}/api/creators/creator_1/products`, { dispatcher });
        await answer.body.dump();
      },
    ],
    [
      "a checkout begun",
      async (origin, dispatcher) => {
        const answer = await request(`${origin}/api/create-payment-intent`, {
          method: "POST",
          dispatcher,
          headers: { "content-type": "application/json", "x-forwarded-for": randomAddress() },
          body: JSON.stringify({ productId, customerEmail: `${crypto.randomUUID()}@example.com` }),
        });
        if (answer.statusCode !== 200)
          throw new Error(`a checkout: ${answer.statusCode} ${await answer.body.text()}`);
        await answer.body.dump();
      },
    ],
  ];
  for (const [name, ask] of kinds) {
    await load([first, second], ask);
    const ratios: number[] = [];
    const ofOne: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await load([first], ask);
      ofOne.push(one);
      ratios.push((await load([first, second], ask)) / one);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    console.log(
      `${name}: ${median(ofOne).toFixed(0)}/s by one web process, × ${median(ratios).toFixed(2)} by two (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    );
  }
  console.log(`Connections held after it by two webs and one worker: ${await held()}`);
  console.log(
    `The machine's load meanwhile: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  await pool.end();
} finally {
  for (const child of started) child.kill("SIGKILL");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
