import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { beforeAll, expect, test, vi } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { getCurrentUser, updateProfile } from "#contract/accounts/accounts.ts";
import { createSession, sessionCookieName } from "#server/features/accounts/sessions.ts";
import { newsStreams } from "#server/features/notifications/news-streams.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { type ReplicatedDatabase, startReplicatedDatabase } from "#tests/support/replicated-database.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { readForDesk } from "./desk-reads.ts";
import { watchReplica } from "./replica.ts";

let databases: ReplicatedDatabase;
/** Two processes in one, on one primary and one replica. */
let apps: TestApp[];
let replica: pg.Pool;
const lines: string[] = [];
beforeAll(async () => {
  databases = await startReplicatedDatabase();
  const environment = {
    DATABASE_URL: databases.url,
    DATABASE_DIRECT_URL: undefined,
    DATABASE_READ_URL: databases.replicaUrl,
    APP_SECRET: "of all processes, and longer than it has to be",
  };
  apps = [];
  for (const _ of [1, 2])
    apps.push(
      await testApp(environment, {
        log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }),
        prepare: async (http, { pool }) => {
          http.route({
            method: "GET",
            url: "/api/where",
            config: { access: "creator", roles: [] },
            handler: async () =>
              (await pool.query("select pg_is_in_recovery() as replica")).rows[0] as object,
          });
        },
      }),
    );
  replica = new pg.Pool({ connectionString: databases.replicaUrl, max: 2 });
  replica.on("error", () => {});
  return async () => {
    await replica.end();
    await databases.close();
  };
});

/** A creator with a session that both processes know. */
async function signedIn() {
  const [first] = apps as [TestApp];
  const creator = await makeCreator(first);
  const { token } = await createSession(first.services, {
    userId: creator.id,
    method: "CODE",
    userAgent: "test",
    ip: "127.0.0.1",
  });
  const cookies = { [sessionCookieName(first.services.config)]: token };
  return {
    creator,
    readsReplica: async (app: TestApp) => {
      const answer = await app.app.inject({ url: "/api/where", cookies });
      expect(answer.statusCode).toBe(200);
      return answer.json<{ replica: boolean }>().replica;
    },
    save: (app: TestApp, tagline: string) => app.call(updateProfile, { body: { tagline } }, { cookies }),
    tagline: async (app: TestApp) => (await app.call(getCurrentUser, {}, { cookies })).body,
  };
}
const pass = (seconds: number) => apps.forEach(({ clock }) => clock.advance({ seconds }));
const replayed = async (id: string) =>
  (await replica.query<{ tagline: string }>("select tagline from users where id = $1", [id])).rows[0]
    ?.tagline;

test("desks read from the replica; what a creator has just changed they read from the primary, through any process", async () => {
  const [one, two] = apps as [TestApp, TestApp];
  const maya = await signedIn();
  // Whoever has just signed in may have an account that the replica does not know yet.
  expect(await maya.readsReplica(one)).toBe(false);
  pass(61);
  await eventually(async () => expect(await maya.readsReplica(one)).toBe(true));
  expect(await maya.readsReplica(two)).toBe(true);

  await eventually(async () => expect(await replayed(maya.creator.id)).toBeDefined());
  await replica.query("select pg_wal_replay_pause()");
  try {
    const other = await signedIn();
    expect((await maya.save(one, "A new line")).status).toBe(200);
    expect(await maya.tagline(one)).toMatchObject({ tagline: "A new line" });
    expect(await maya.tagline(two)).toMatchObject({ tagline: "A new line" });
    expect(await replayed(maya.creator.id)).not.toBe("A new line");
    expect([await maya.readsReplica(one), await maya.readsReplica(two)]).toEqual([false, false]);
    expect(await other.readsReplica(two)).toBe(false);
  } finally {
    await replica.query("select pg_wal_replay_resume()");
  }
  await eventually(async () => expect(await replayed(maya.creator.id)).toBe("A new line"));
  pass(61);
  await eventually(async () => expect(await maya.readsReplica(two)).toBe(true));
});

test("who listens for news hears of a sale when the replica has it, whatever the first who listened read from", async () => {
  const [one] = apps as [TestApp];
  const { services } = one;
  const { creator } = await signedIn();
  const product = await makeProduct(one, { ownerId: creator.id });
  await eventually(async () => expect(await services.replica?.isClose()).toBe(true));
  await eventually(async () => expect(await replayed(creator.id)).toBeDefined());
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    for (const place of ["primary", "replica"] as const) {
      const streams = newsStreams({ ...services, config: { ...services.config, newsStreamSeconds: 600 } });
      const session = (await sessionCookieOf({ services }, creator)).split("=")[1] ?? "";
      const listener = { ownerId: creator.id, personId: creator.id, sessionId: hashToken(session) };
      const body = await readForDesk(() => streams.open(listener, undefined), place);
      let heard = "";
      body.on("data", (chunk: Buffer) => (heard += chunk.toString()));
      const look = async () => {
        vi.advanceTimersByTime(2_000);
        await sleep(100);
        return heard.includes("event: news");
      };
      await replica.query("select pg_wal_replay_pause()");
      await makeOrder(one, { items: [{ product }] });
      expect(await look()).toBe(false);
      await replica.query("select pg_wal_replay_resume()");
      await eventually(async () => expect(await look()).toBe(true));
      streams.close();
    }
  } finally {
    vi.useRealTimers();
    await replica.query("select pg_wal_replay_resume()");
  }
});

test("a replica that is more than ten seconds behind is not read from until it has come close, and that is said once", async () => {
  const { pool } = apps[0]!.services;
  const said: string[] = [];
  const log = {
    warn: (_: object, text: string) => void said.push(text),
    info: (text: string) => void said.push(text),
  };
  let ahead = 0;
  const watched = watchReplica(replica, pool, log as never, () => performance.now() + ahead);
  const write = () => pool.query("update users set tagline = 'Again'");
  await eventually(async () => expect(await watched.isClose()).toBe(true));
  await replica.query("select pg_wal_replay_pause()");
  await write();
  ahead += 5_000;
  expect(await watched.isClose()).toBe(true);
  ahead += 11_000;
  expect(await watched.isClose()).toBe(false);
  ahead += 6_000;
  expect(await watched.isClose()).toBe(false);
  expect(said).toEqual(["the replica is not read from: desks read from the primary"]);
  await replica.query("select pg_wal_replay_resume()");
  await eventually(async () => {
    ahead += 6_000;
    expect(await watched.isClose()).toBe(true);
  });
  expect(said.at(-1)).toBe("the replica is read from again");
});

test("a primary named as its own replica is not taken for one", async () => {
  const { pool } = apps[0]!.services;
  const said: unknown[] = [];
  const log = { warn: (detail: object) => void said.push(detail), info: () => {} };
  expect(await watchReplica(pool, pool, log as never).isClose()).toBe(false);
  expect(said).toEqual([{ reason: "it follows nobody" }]);
});

test("while the replica is down every read goes to the primary, and one line says so", async () => {
  const [one] = apps as [TestApp];
  const maya = await signedIn();
  pass(61);
  await eventually(async () => expect(await maya.readsReplica(one)).toBe(true));
  lines.length = 0;
  databases.killReplica();
  const said = () => lines.filter((line) => line.includes("the replica is not read from"));
  // What is under way there as it dies may be refused, and is asked again.
  await eventually(async () => {
    expect(await maya.readsReplica(one)).toBe(false);
    expect(said()).toHaveLength(1);
  });
  for (let count = 0; count < 10; count++) expect(await maya.readsReplica(one)).toBe(false);
  expect(said()).toHaveLength(1);
});
