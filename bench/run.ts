// npm run bench: what Openstall costs beside the least that the same work could cost, measured in the same minutes.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { isNamed, isWanted } from "./asked-for.ts";
import { atRestFigures, atRestTitle } from "./at-rest.ts";
import { compareGuesses, guessesTitle } from "./guesses.ts";
import { hostileRequests, hostileTitle } from "./hostile-requests.ts";
import { keywordMatching } from "./keyword-matching.ts";
import { largeStoreFigures, largeStores } from "./large-store-figures.ts";
import { lessonReads } from "./lesson-reads.ts";
import { drain, hooks, idleAnswerTime, makeInbox } from "./inboxes.ts";
import { pictureUploads, picturesTitle } from "./picture-uploads.ts";
import { pinMyself, startServer } from "./processes.ts";
import { rangeStreams, viewers, watchVideos } from "./range-streams.ts";
import { type Contender, type Figures, rotate, summary, type Window } from "./rotate.ts";
import { makeOffers, makeStores } from "./stores.ts";
import { randomAddress, wholeSales } from "./whole-sales.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 7);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 1.5);
const [floorPort, ourPort, uncachedPort] = [18_100, 18_101, 18_102];
const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;

const folder = await mkdtemp(join(tmpdir(), "openstall-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres") });
const servers: { kill(): void }[] = [];
let missed = 0;
try {
  await migrateDatabase(postgres.url, "movable");
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  // A section that fails is what is to be seen, not the connections that end with the database after it.
  pool.on("error", () => {});
  const { productId, handles } = await makeStores(pool, 200);
  if (isWanted(atRestTitle) && !(await atRestFigures(folder))) missed++;
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, BENCH_DIR: folder };

  const ours = await startServer("bench/servers/our-server.ts", [String(ourPort), "worker"], env);
  servers.push(ours);
  await record("/u/creator_1", "page.br", { "accept-encoding": "br" });
  await record("/api/creators/creator_1/products", "list.json", {});
  const uncached = await startServer("bench/servers/our-server.ts", [String(uncachedPort), "uncached"], env);
  const floor = await startServer("bench/servers/floor-server.ts", [String(floorPort)], env);
  servers.push(uncached, floor);
  pinMyself();

  const contender = (name: string, pid: number | undefined, request: Contender["request"]): Contender => ({
    name,
    pid: pid ?? 0,
    request,
  });
  const run = (connections: number, ...contenders: Contender[]) =>
    rotate(contenders, { connections, rounds, seconds, postmaster: postgres.pid });

  await section("Storefront page from the cache", 0.7, () =>
    run(
      64,
      contender("Fastify, same bytes, no database", floor.pid, { url: at(floorPort, "/page") }),
      contender("Openstall GET /u/{handle}", ours.pid, {
        url: at(ourPort, "/u/creator_1"),
        headers: { "accept-encoding": "br" },
      }),
    ),
  );
  await section("List of a creator's 12 products, cached", 0.7, () =>
    run(
      64,
      contender("Fastify, same bytes, no database", floor.pid, { url: at(floorPort, "/list") }),
      contender("Openstall GET /api/creators/{handle}/products", ours.pid, {
        url: at(ourPort, "/api/creators/creator_1/products"),
      }),
    ),
  );
  const anyHandle = () => handles[Math.floor(Math.random() * handles.length)] ?? "";
  const each = (port: number, path: () => string) => ({
    url: at(port, ""),
    requests: [{ setupRequest: (request: object) => ({ ...request, path: path() }) }],
  });
  await section("List of a creator's 12 products, uncached", 0.8, () =>
    run(
      32,
      contender(
        "Fastify, same prepared query",
        floor.pid,
        each(floorPort, () => `/list/${anyHandle()}`),
      ),
      contender(
        "Openstall GET /api/creators/{handle}/products",
        uncached.pid,
        each(uncachedPort, () => `/api/creators/${anyHandle()}/products`),
      ),
    ),
  );
  const order = { method: "POST" as const, headers: { "content-type": "application/json" } };
  const floorOrder = contender("Fastify, one transaction with an order's rows", floor.pid, {
    ...order,
    url: at(floorPort, "/order"),
    body: JSON.stringify({ productId }),
  });
  const newCheckout = {
    ...order,
    url: at(ourPort, "/api/create-payment-intent"),
    requests: [
      {
        setupRequest: (request: object) => ({
          ...request,
          headers: { "content-type": "application/json", "x-forwarded-for": randomAddress() },
          body: JSON.stringify({ productId, customerEmail: `${crypto.randomUUID()}@example.com` }),
        }),
      },
    ],
  };
  await section("A new checkout, 8 at once", 0.4, () =>
    run(8, floorOrder, contender("Openstall POST /api/create-payment-intent", ours.pid, newCheckout)),
  );

  await section("A whole sale, 8 at once", 0.5, async () => {
    const floors: Figures[] = [];
    const sales: Window[] = [];
    for (let round = 0; round < rounds; round++) {
      floors.push(
        ...(await rotate([floorOrder], { connections: 8, rounds: 1, seconds, postmaster: postgres.pid })),
      );
      const where = {
        origin: at(ourPort, ""),
        productId,
        pool,
        pid: ours.pid ?? 0,
        postmaster: postgres.pid,
      };
      sales.push(await wholeSales(where, seconds));
      await sleep(200);
    }
    return [
      summary("Fastify, one transaction with an order's rows", floors, floors),
      summary("Openstall: session, card, webhook, PAID, receipt queued", sales, floors),
    ];
  });
  const cart = await makeOffers(pool, productId);
  await section("A sale with two bumps, a coupon and an affiliate, 8 at once", 0.5, async () => {
    const where = { origin: at(ourPort, ""), productId, pool, pid: ours.pid ?? 0, postmaster: postgres.pid };
    const plain: Window[] = [];
    const full: Window[] = [];
    await wholeSales({ ...where, cart }, 1);
    for (let round = 0; round < rounds; round++) {
      plain.push(await wholeSales(where, seconds));
      full.push(await wholeSales({ ...where, cart }, seconds));
      await sleep(200);
    }
    return [
      summary("Openstall: a plain sale", plain, plain),
      summary("Openstall: the full cart", full, plain),
    ];
  });
  const pair = [
    { port: floorPort, process: floor },
    { port: ourPort, process: ours },
  ] as const;
  const reads = await lessonReads(pool, ...pair);
  for (const [what, contenders] of Object.entries(reads))
    await section(`Lesson and access reads: ${what}`, 0.5, () => run(32, ...contenders));
  const target = { pool, dataDir: folder, port: ourPort, rounds };
  if (isWanted(hostileTitle) && !(await hostileRequests(target))) missed++;
  if (isWanted(picturesTitle) && !(await pictureUploads(pool, ourPort))) missed++;
  if (isWanted(guessesTitle) && !(await compareGuesses(pool, at(ourPort, "")))) missed++;
  await section(`A video of 1 GiB in pieces of 1 MiB, ${viewers} viewers`, 0.7, async () =>
    watchVideos(await rangeStreams(pool, folder, ...pair), { rounds, seconds, postmaster: postgres.pid }),
  );
  await section("A message decided on, 10,000 keywords beside 10", 0.5, async () => keywordMatching(rounds));
  const kept = [await makeInbox(pool), await makeInbox(pool)] as const;
  const hookServer = async (port: number, variant: string) => {
    const server = await startServer("bench/servers/hook-server.ts", [String(port), variant], env);
    servers.push(server);
    return server;
  };
  const noDatabase = await hookServer(18_103, "none");
  const oneEach = await hookServer(18_104, "each");
  const together = await hookServer(18_105, "ours");
  const hookTo = (port: number, inbox: (typeof kept)[number]) => hooks(at(port, "/webhook/instagram"), inbox);
  const openstallHook = contender("Openstall POST /webhook/instagram", together.pid, hookTo(18_105, kept[0]));
  await section("A signed webhook, accepted and durable", 0.45, () =>
    run(
      64,
      contender("The same server, no database", noDatabase.pid, hookTo(18_103, kept[0])),
      openstallHook,
    ),
  );
  await section("A signed webhook, beside one INSERT each", 1.8, () =>
    run(
      64,
      contender("The same server, one INSERT each", oneEach.pid, hookTo(18_104, kept[1])),
      openstallHook,
    ),
  );
  await messages(pool, env);
  for (const [title, size] of Object.entries(largeStores))
    if (isNamed(title))
      missed += await largeStoreFigures(title, size, {
        origin: at(ourPort, ""),
        pid: ours.pid ?? 0,
        postmaster: postgres.pid,
        pool,
        env,
      });
  await pool.end();
} finally {
  for (const server of servers) server.kill();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);

/** From a message to its answer: idle, and beside a flood of messages to somebody else. */
async function messages(pool: pg.Pool, env: NodeJS.ProcessEnv): Promise<void> {
  const title = "Messages: answered while idle, and while 20,000 wait for one creator";
  if (!isWanted(title)) return;
  // What the webhooks left behind is nobody's to answer.
  await pool.query("update social_events set outcome = 'NO_MATCH' where outcome is null");
  servers.push(await startServer("bench/servers/message-worker.ts", [], env));
  const [viral, other] = [await makeInbox(pool), await makeInbox(pool)];
  const idle = await idleAnswerTime(pool, other, 40);
  const fans = Number(process.env["BENCH_FANS"] ?? 20_000);
  const { perSecond, otherMs } = await drain(pool, viral, other, fans);
  const reached = idle < 50 && otherMs < 2_000;
  if (!reached) missed++;
  process.stdout.write(
    `\n${title}: wanted 50 ms and 2,000 ms, ${reached ? "reached" : "MISSED"}\n  idle p50 ${idle.toFixed(0)} ms; ${fans} answered at ${perSecond.toFixed(0)}/s, another creator's fan meanwhile after ${otherMs.toFixed(0)} ms\n`,
  );
}

/** Runs one comparison, unless BENCH_ONLY asks for others. */
async function section(title: string, wanted: number, measure: () => Promise<Figures[]>) {
  if (isWanted(title)) report(title, wanted, await measure());
}

async function record(path: string, file: string, headers: Record<string, string>) {
  const { request } = await import("undici");
  const answer = await request(at(ourPort, path), { headers });
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
  await writeFile(join(folder, file), Buffer.from(await answer.body.arrayBuffer()));
}

function report(title: string, wanted: number, figures: Figures[]) {
  const reached = (figures[1]?.ratio ?? 0) >= wanted && figures.every(({ failures }) => failures === 0);
  if (!reached) missed++;
  const rows = figures.map(
    ({ name, perSecond, p99, nodeMicroseconds, postgresMicroseconds, failures, ratio }) =>
      [
        name.padEnd(56),
        `${perSecond.toFixed(0)}/s`.padStart(9),
        `p99 ${p99.toFixed(0)} ms`.padStart(11),
        `node ${nodeMicroseconds.toFixed(0)} µs`.padStart(13),
        `pg ${postgresMicroseconds.toFixed(0)} µs`.padStart(11),
        `×${ratio.toFixed(2)}`.padStart(7),
        failures > 0 ? `${failures} failed` : "",
      ].join("  "),
  );
  process.stdout.write(
    `\n${title}: wanted ×${wanted}, ${reached ? "reached" : "MISSED"}\n  ${rows.join("\n  ")}\n`,
  );
}
