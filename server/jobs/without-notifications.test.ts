import { randomUUID } from "node:crypto";
import { onTestFinished, expect, test } from "vitest";
import { statementsOf } from "#tests/support/statements-of.ts";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { getCreator } from "#contract/accounts/accounts.ts";
import { openServices } from "#server/start/open-services.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { defineJob, enqueue } from "./job.ts";
import { startQueue } from "./queue.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { pino } from "pino";

const app = await testApp({ DATABASE_LISTEN: "off" });
const { services } = app;

test("nobody listens, and nobody is ever called", async () => {
  expect(services.notifications.arrive).toBe(false);
  const { rows } = await services.pool.query(
    "select from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
  );
  expect(rows).toEqual([]);
});

test("a job begins a few looks after its commit", async () => {
  const seen: string[] = [];
  const job = defineJob({
    name: `deaf-${randomUUID()}`,
    data: z.object({}),
    handle: async () => void seen.push("begun"),
  });
  const queue = await startQueue(services, [job]);
  onTestFinished(() => queue.stop());
  await enqueue(services.db, job, {});
  wakeListeners(services.pool, "job_outbox");
  const statements = await statementsOf(() => eventually(() => expect(seen).toEqual(["begun"])));
  // Two looks have to find it, the relay's and the queue's; one more may be under way before and after.
  const looks = statements.filter(({ text }) => text.includes("from job_outbox where name = any(array["));
  expect(looks.length).toBeLessThanOrEqual(4);
});

test("what another process changed on a storefront shows after a second of the clock", async () => {
  const creator = await makeCreator(app);
  const shown = async () => (await app.call(getCreator, { params: { handle: creator.handle } })).body.tagline;
  const before = await shown();
  await services.pool.query("update users set tagline = 'Another line' where id = $1", [creator.id]);
  app.clock.advance({ seconds: 2 });
  expect(await shown()).not.toBe(before);
  expect(await shown()).toBe("Another line");
});

test("a clock that another process moved is moved here, too", async () => {
  const other = await openServices(services.config, pino({ level: "silent" }));
  onTestFinished(() => other.close());
  await services.devClock?.advance(60, async () => {});
  await eventually(() => expect(other.services.devClock?.aheadMinutes()).toBe(60));
});
