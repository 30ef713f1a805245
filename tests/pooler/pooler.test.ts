import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { loadConfig } from "#server/config.ts";
import { openDatabase } from "#server/database/client.ts";
import { databaseAccessOf } from "#server/database/database-access.ts";
import { readForDesk } from "#server/database/desk-reads.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { probeEngine } from "#server/database/probe-engine.ts";
import { readLoginRetry } from "#server/database/probe-pgbouncer.ts";
import { probePooler } from "#server/database/probe-pooler.ts";
import { requireSameDatabase } from "#server/database/probe-same-database.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { bringUpToDate } from "#server/start/prepare-database.ts";
import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { testApp } from "#tests/support/test-app.ts";
import { databaseUrl } from "#tests/support/template-database.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const program = process.env["TEST_PGBOUNCER"] ?? "";

async function preparedDatabase() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const config = loadConfig(database.environment);
  const access = databaseAccessOf(config);
  await bringUpToDate(config, access);
  return { ...database, config, access };
}

test("a pooler in DATABASE_URL alone is refused in words, whether it is strict or hides that it keeps no session", async () => {
  const { environment, url } = await preparedDatabase();
  await expect(probeEngine(environment.DATABASE_URL)).rejects.toThrow(
    /is a pooler that keeps no session .*unsupported startup parameter.*DATABASE_DIRECT_URL/,
  );
  const hiding = await startPgBouncer(program, inject("testDatabaseServer"), [
    "ignore_startup_parameters = options, extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
  ]);
  onTestFinished(hiding.stop);
  const hidden = databaseUrl(hiding.url, new URL(url).pathname.slice(1));
  await expect(probeEngine(hidden)).rejects.toThrow(
    /leads through a pooler.*name PostgreSQL itself in DATABASE_DIRECT_URL/,
  );
});

test("statements, reads of desks and schedules have their settings through a pooler, in and out of transactions", async () => {
  const { access } = await preparedDatabase();
  const { pooler } = await probePooler(access.url);
  const requests = openDatabase(access.url, 4, { pooler });
  const schedules = openDatabase(access.url, 4, { pooler, statementSeconds: 20 });
  onTestFinished(async () => void (await Promise.all([requests.close(), schedules.close()])));
  const shown = async (client: pg.Pool | pg.PoolClient) => {
    const { rows } = await client.query<{ settings: string[] }>(
      "select array[current_setting('TimeZone'), current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('transaction_read_only'), current_setting('work_mem')] as settings",
    );
    return rows[0]?.settings;
  };
  const own = ["UTC", "5s", "2s", "off", "4MB"];
  const desks = ["UTC", "3s", "2s", "on", "32MB"];
  const long = ["UTC", "20s", "2s", "off", "4MB"];
  for (let round = 0; round < 3; round++) {
    expect(await shown(requests.pool)).toEqual(own);
    expect(await readForDesk(() => shown(requests.pool))).toEqual(desks);
    expect(await readForDesk(() => inTransaction(requests.pool, shown))).toEqual(desks);
    expect(await readForDesk(() => inTransaction(requests.pool, shown, { isSnapshot: true }))).toEqual(desks);
    expect(await shown(schedules.pool)).toEqual(long);
    expect(await inTransaction(schedules.pool, shown)).toEqual(long);
  }
  await expect(readForDesk(() => requests.pool.query("create table never (id int)"))).rejects.toThrow(
    "read-only",
  );
  await expect(readForDesk(() => requests.pool.query("select pg_sleep(10)"))).rejects.toThrow(
    "statement timeout",
  );
  expect(await shown(requests.pool)).toEqual(own);
});

test("a write outside a transaction has been committed when it is answered, and one that fails has not", async () => {
  const { access, url } = await preparedDatabase();
  const { pool, close } = openDatabase(access.url, 4, {
    pooler: { keepsNames: false },
    statementSeconds: 20,
  });
  onTestFinished(close);
  await pool.query("create table noted (id int primary key)");
  const direct = new pg.Client({ connectionString: url });
  await direct.connect();
  onTestFinished(() => direct.end());
  const count = async () => (await direct.query("select from noted")).rowCount;
  for (let id = 1; id <= 5; id++) {
    await pool.query("insert into noted values ($1)", [id]);
    expect(await count()).toBe(id);
  }
  await expect(pool.query("insert into noted values ($1)", [1])).rejects.toThrow("duplicate key");
  await expect(
    inTransaction(pool, async (client) => {
      await client.query("insert into noted values (9)");
      await client.query("savepoint one");
      await client.query("insert into noted values (10)");
      await client.query("rollback to savepoint one");
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await count()).toBe(5);
});

test("a statement under a name is found on any connection of the pooler", async () => {
  const { access } = await preparedDatabase();
  const { pooler } = await probePooler(access.url);
  const { pool, close } = openDatabase(access.url, 8, { pooler });
  onTestFinished(close);
  const ask = () =>
    pool.query({ name: "asked_often", text: "select $1::int + pg_backend_pid() * 0 as n", values: [7] });
  for (let round = 0; round < 5; round++)
    for (const { rows } of await Promise.all(Array.from({ length: 20 }, ask)))
      expect(rows).toEqual([{ n: 7 }]);
});

test("connections that a pooler made before their role had its settings are refused, and it is said how they are renewed", async () => {
  const { drop, environment, config, access } = await unpreparedDatabase();
  onTestFinished(drop);
  const early = new pg.Client({ connectionString: environment.DATABASE_URL });
  await early.connect();
  onTestFinished(() => early.end());
  await early.query("select 1");
  await bringUpToDate(config, access);
  await expect(probePooler(access.url)).rejects.toThrow(
    /other settings than their role \(TimeZone is America\/New_York.*RECONNECT/,
  );
});

test("a pooler in front of another database is refused by the start and the doctor alike", async () => {
  const { access, config, environment } = await preparedDatabase();
  const other = await createTestDatabase();
  onTestFinished(other.drop);
  const wrong = { ...access, directUrl: other.url };
  await expect(requireSameDatabase(wrong)).rejects.toThrow(/two different databases/);
  await requireSameDatabase(access);
  await expect(checkDatabase({ ...config, databaseDirectUrl: other.url })).rejects.toThrow(
    /two different databases/,
  );
  expect(environment.DATABASE_URL).not.toBe(other.url);
});

test("the doctor reads how long PgBouncer waits after a refusal, or finds nothing to read", async () => {
  const { url } = await preparedDatabase();
  const user = new URL(url).username;
  const name = new URL(url).pathname.slice(1);
  for (const [lines, seconds] of [
    [[`stats_users = ${user}`], 15],
    [[`stats_users = ${user}`, "server_login_retry = 1"], 1],
  ] as const) {
    const pooler = await startPgBouncer(program, inject("testDatabaseServer"), [...lines]);
    onTestFinished(pooler.stop);
    expect(await readLoginRetry(databaseUrl(pooler.url, name))).toBe(seconds);
  }
  // PostgreSQL itself, or another pooler, has no such console.
  expect(await readLoginRetry(url)).toBeUndefined();
});

test("jobs run, are woken past the pooler, and share their places", async () => {
  const app = await testApp();
  const { services } = app;
  expect(services.access.pooler).toBeDefined();
  expect(services.notifications.arrive).toBe(true);
  const seen: string[] = [];
  const job = defineJob({
    name: "pooled",
    data: z.object({ id: z.string() }),
    handle: async ({ pool }, { id }) => {
      await pool.query({ name: "pooled_job", text: "select $1::text as id", values: [id] });
      seen.push(id);
    },
  });
  const hourly = defineJob({
    name: "pooled-by-itself",
    schedule: "0 0 1 1 *",
    data: z.object({}),
    handle: async ({ pool }) => {
      const { rows } = await pool.query<{ limit: string }>(
        "select current_setting('statement_timeout') as limit",
      );
      seen.push(rows[0]?.limit ?? "");
    },
  });
  const workers = await Promise.all([
    startQueue(services, [job, hourly]),
    startQueue(services, [job, hourly]),
  ]);
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  const ids = Array.from({ length: 60 }, (_, index) => `${index}`);
  await services.db.transaction(async (tx) => {
    for (const id of ids) await enqueue(tx, job, { id });
    await enqueue(tx, hourly, {});
  });
  wakeListeners(services.pool, "job_outbox");
  await eventually(() => expect(seen).toHaveLength(61));
  expect(new Set(seen)).toEqual(new Set([...ids, "20s"]));
});

/** One whose operator has another time zone. */
async function unpreparedDatabase() {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "do $$ begin execute format('alter database %I set timezone = ''America/New_York''', current_database()); end $$",
  );
  await client.end();
  const config = loadConfig(database.environment);
  return { ...database, config, access: databaseAccessOf(config) };
}
