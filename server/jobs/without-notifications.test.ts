import { randomUUID } from "node:crypto";
import { onTestFinished, expect, test, vi } from "vitest";
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

test("a job begins within two seconds of its commit", async () => {
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
  const committed = performance.now();
  await vi.waitFor(() => expect(seen).toEqual(["begun"]), { timeout: 5_000, interval: 10 });
  // Two looks of a second each: of the relay, and of the queue.
  expect(performance.now() - committed).toBeLessThan(2_500);
});

test("what another process changed on a storefront shows after a second", async () => {
  const creator = await makeCreator(app);
  const shown = async () => (await app.call(getCreator, { params: { handle: creator.handle } })).body.tagline;
  const before = await shown();
  await services.pool.query("update users set tagline = 'Another line' where id = $1", [creator.id]);
  app.clock.advance({ seconds: 2 });
  expect(await shown()).not.toBe(before);
  expect(await shown()).toBe("Another line");
});

test("a clock that another process moved is moved here within two seconds", async () => {
  const other = await openServices(services.config, pino({ level: "silent" }));
  onTestFinished(() => other.close());
  await services.devClock?.advance(60, async () => {});
  await vi.waitFor(() => expect(other.services.devClock?.aheadMinutes()).toBe(60), {
    timeout: 2_500,
    interval: 50,
  });
});
