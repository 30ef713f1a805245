import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { aheadHeader } from "#contract/dev/ahead-header.ts";
import { advanceDevClock, getDevClock } from "#contract/dev/dev-clock.ts";
import { getHealth } from "#contract/health.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { queueWhatFallsDue } from "#server/jobs/queue-what-falls-due.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { openServices } from "#server/start/open-services.ts";
import { bringUpToDate } from "#server/start/prepare-database.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { config, pool, clock } = app.services;
const hour = 60;
const day = 24 * hour;
const advance = (advanceMinutes: number) => app.call(advanceDevClock, { body: { advanceMinutes } });
const aheadMinutes = ({ now }: { now(): Date }) => Math.round((now().getTime() - Date.now()) / 60_000);

/** Another process on the same store. */
async function anotherProcess() {
  const { services, close } = await openServices(config, pino({ level: "silent" }));
  onTestFinished(close);
  return services;
}

test("moving the clock on moves it for every process, and for those that start later", async () => {
  const other = await anotherProcess();
  const before = aheadMinutes(clock);
  const { status, body } = await advance(30 * day);
  expect(status).toBe(200);
  expect(body.aheadMinutes).toBe(before + 30 * day);
  expect(aheadMinutes({ now: () => new Date(body.now) })).toBe(before + 30 * day);
  expect(aheadMinutes(clock)).toBe(before + 30 * day);
  await eventually(() => expect(aheadMinutes(other.clock)).toBe(before + 30 * day));
  expect(aheadMinutes((await anotherProcess()).clock)).toBe(before + 30 * day);
  expect((await app.call(getDevClock)).body.aheadMinutes).toBe(before + 30 * day);
});

test("answers of the API say how far the clock is ahead, and none does in live mode", async () => {
  const ahead = async (asked: typeof app) => (await asked.call(getHealth)).headers[aheadHeader];
  const before = Number((await ahead(app)) ?? 0);
  await advance(hour);
  expect(Number(await ahead(app))).toBe(before + hour);
  const live = await testApp({
    PUBLIC_URL: "https://store.example",
    ALLOW_SANDBOX: "true",
    APP_SECRET: "a secret of more than thirty-two characters",
  });
  expect(await ahead(live)).toBeUndefined();
});

test("a process that was cut off while the clock moved goes by it once it is back", async () => {
  const other = await anotherProcess();
  // What the move tells reaches nobody: it is as if all were cut off.
  await pool.query("update dev_clock set ahead_minutes = ahead_minutes + 60");
  const { rows } = await pool.query<{ minutes: number }>("select ahead_minutes as minutes from dev_clock");
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'openstall notifications'`,
  );
  for (const process of [other, app.services])
    await eventually(() => expect(aheadMinutes(process.clock)).toBe(rows[0]?.minutes));
});

test("the clock only goes on, a year at once and ten years at most", async () => {
  const before = aheadMinutes(clock);
  for (const refused of [0, -60, 1.5, 527_041])
    expect((await advance(refused)).status, `${refused}`).toBe(422);
  expect(aheadMinutes(clock)).toBe(before);
  const answers = [];
  for (let year = 0; year < 10; year++) answers.push((await advance(527_040)).status);
  expect(answers).toContain(409);
  expect(aheadMinutes(clock)).toBeLessThanOrEqual(5_256_000);
  await expect(pool.query("update dev_clock set ahead_minutes = 5256001")).rejects.toThrow(
    "dev_clock_one_row",
  );
  await expect(pool.query("insert into dev_clock (id) values (2)")).rejects.toThrow("dev_clock_one_row");
});

test("moves at the same time all count", async () => {
  const fresh = await testApp();
  await Promise.all(
    [1, 2, 3, 4, 5].map(() => fresh.call(advanceDevClock, { body: { advanceMinutes: hour } })),
  );
  expect((await fresh.call(getDevClock)).body.aheadMinutes).toBe(5 * hour);
});

test("what is written without a moment of its own is of the shop's time", async () => {
  const ids = [randomUUID(), randomUUID()];
  const { rows } = await pool.query<{ created: Date; trial: Date }>(
    `insert into users (id, email, handle, first_name) values ($1, $2, $3, 'Maya')
     returning created_at as created, trial_ends_at as trial`,
    [ids[0], `${ids[0]}@example.com`, `maya_${ids[0]?.slice(0, 8)}`],
  );
  expect(aheadMinutes({ now: () => rows[0]?.created ?? new Date(0) })).toBe(aheadMinutes(clock));
  expect(rows[0]!.trial.getTime() - rows[0]!.created.getTime()).toBe(14 * day * 60_000);
});

test("no column's default is the database's own time", async () => {
  const { rows } = await pool.query<{ column: string; says: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as column, column_default as says
       from information_schema.columns
      where table_schema in ('public', 'sandbox') and data_type like 'timestamp%' and column_default is not null`,
  );
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter(({ says }) => says.replaceAll("shop_now()", "").match(/now|current|clock/i))).toEqual(
    [],
  );
});

test("a sign-in ends when the shop's clock says so", async () => {
  const fresh = await testApp();
  const creator = fresh.as(await makeCreator(fresh));
  const go = (advanceMinutes: number) => fresh.call(advanceDevClock, { body: { advanceMinutes } });
  expect((await creator.call(getCurrentUser)).status).toBe(200);
  await go(13 * day);
  expect((await creator.call(getCurrentUser)).status).toBe(200);
  await go(15 * day);
  expect((await creator.call(getCurrentUser)).status).toBe(401);
});

test("a job that waits for a moment runs when the clock has passed it, and what runs by itself runs once", async () => {
  const { services } = await testApp();
  const seen: string[] = [];
  const notingJob = (schedule?: string) =>
    defineJob({
      name: `test-${randomUUID()}`,
      data: z.object({ id: z.string().default("by itself") }),
      async handle(_, { id }) {
        seen.push(id);
      },
      ...(schedule && { schedule }),
    });
  const jobs = [notingJob(), notingJob("0 0 1 1 *")] as const;
  const queue = await startQueue(services, jobs);
  onTestFinished(() => queue.stop());
  const wait = (id: string, minutes: number) =>
    enqueue(
      services.db,
      jobs[0],
      { id },
      { startAfter: new Date(services.clock.now().getTime() + minutes * 60_000) },
    );
  await wait("tomorrow", day);
  await wait("in a month", 30 * day);
  const queued = () => services.pool.query("select from pgboss.job where name = $1", [jobs[0].name]);
  await eventually(async () => expect((await queued()).rows).toHaveLength(2));
  expect(seen).toEqual([]);

  await services.devClock?.advance(2 * day, (tx) => queueWhatFallsDue(tx, 2 * day, jobs));
  await eventually(() => expect(seen.toSorted()).toEqual(["by itself", "tomorrow"]));
  await wait("in a second", 1 / 60);
  await eventually(() => expect(seen).toContain("in a second"));
  expect(seen).not.toContain("in a month");
});

test("in live mode time is the machine's, whatever the store's clock was moved to", async () => {
  const live = await testApp({
    PUBLIC_URL: "https://store.example",
    ALLOW_SANDBOX: "true",
    APP_SECRET: "a secret of more than thirty-two characters",
  });
  await live.services.pool.query("update dev_clock set ahead_minutes = 43200");
  expect((await live.call(getDevClock)).status).toBe(404);
  expect((await live.call(advanceDevClock, { body: { advanceMinutes: 60 } })).status).toBe(404);
  expect(aheadMinutes(live.services.clock)).toBe(0);
  const { rows } = await live.services.pool.query<{ seconds: number; body: string }>(
    `select abs(extract(epoch from shop_now() - now()))::int as seconds, prosrc as body
       from pg_proc where proname = 'shop_now'`,
  );
  expect(rows).toEqual([{ seconds: 0, body: "SELECT now()" }]);
});

test("a store that goes live goes by the machine's time once it is migrated for it, and back in local mode by its own", async () => {
  const fresh = await testApp();
  const { config, access } = fresh.services;
  await fresh.call(advanceDevClock, { body: { advanceMinutes: 30 * day } });
  const startIn = async (mode: "live" | "local") => {
    const opened = await openServices({ ...fresh.services.config, mode }, pino({ level: "silent" }));
    const { rows } = await opened.services.pool.query<{ days: number }>(
      "select extract(day from shop_now() - now())::int as days",
    );
    const ahead = Math.round(aheadMinutes(opened.services.clock) / day);
    await opened.close();
    return [rows[0]?.days, ahead];
  };
  await expect(startIn("live")).rejects.toThrow(/npm run migrate/);
  for (let round = 0; round < 2; round++) {
    await bringUpToDate({ ...config, mode: "live" }, access);
    expect(await startIn("live")).toEqual([0, 0]);
    expect(await startIn("local")).toEqual([30, 30]);
    await expect(startIn("live")).rejects.toThrow(/npm run migrate/);
  }
});
