import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { testApp } from "#tests/support/test-app.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { unanswered, waiting, works } from "#tests/support/due-works.ts";
import { fakeSocialPlatform } from "#tests/support/fake-social-platform.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import type { Services } from "#server/services.ts";
import { allJobs } from "./all-jobs.ts";
import { defineJob } from "./job.ts";
import { selectDueJobs } from "./minute-look.ts";
import { startQueue } from "./queue.ts";

const app = await testApp();
const { services } = app;
/** X answers. */
const x = fakeSocialPlatform("TWITTER");
const faced: Services = {
  ...services,
  platforms: { ...services.platforms, real: (platform) => (platform === "TWITTER" ? x : undefined) },
};

/** A job that has something to do or not, and notes its runs. */
function lookedFor(due: string) {
  const runs: string[] = [];
  const job = defineJob({
    name: `looked-for-${randomUUID()}`,
    schedule: "18,48 * * * *",
    due,
    data: z.object({}),
    handle: async () => void runs.push("run"),
  });
  return { job, runs };
}

test("of two workers that look, one job runs for what is due, and none for what is not", async () => {
  const [busy, idle] = [lookedFor("$1::timestamptz is not null"), lookedFor("false")];
  for (const queue of [
    await startQueue(services, [busy.job, idle.job]),
    await startQueue(services, [busy.job, idle.job]),
  ])
    onTestFinished(() => queue.stop());
  await eventually(() => expect(busy.runs).not.toEqual([]));
  await sleep(1_500);
  // Two where their looks fall on two sides of half a minute: then the second finds what the first left.
  expect(busy.runs.length).toBeLessThanOrEqual(2);
  expect(idle.runs).toEqual([]);
});

test("one job whose condition fails keeps no other from running, and runs itself", async () => {
  const [broken, busy, idle] = [lookedFor("1 / 0 = 1"), lookedFor("true"), lookedFor("false")];
  const queue = await startQueue(services, [broken.job, busy.job, idle.job]);
  onTestFinished(() => queue.stop());
  await eventually(() => expect([broken.runs.length, busy.runs.length]).toEqual([1, 1]));
  expect(idle.runs).toEqual([]);
});

test("there is work here for each job that is looked for", () => {
  const looked = allJobs.filter(({ due }) => due !== undefined).map(({ name }) => name);
  expect(looked.length).toBeGreaterThan(10);
  const found = [...works, ...unanswered].map(([job]) => job);
  expect([...new Set(found)].toSorted()).toEqual(looked.toSorted());
});

/** Makes work of a creator of its own, an hour ago. */
async function madeWork(name: string, work: string, close?: string) {
  app.clock.advance({ minutes: 61 });
  onTestFinished(() => app.clock.advance({ minutes: -61 }));
  const job = allJobs.find((job) => job.name === name);
  if (!job?.due) throw new Error(`nobody looks for ${name}`);
  const asked = [{ name, due: job.due }];
  const find = async () => {
    const due = await selectDueJobs(services.pool, asked, app.clock.now(), services.payments.provider);
    return due.map((one) => one.name);
  };
  const { id: ownerId } = await makeCreator(app);
  const product = await makeProduct(app, { ownerId });
  const createdAt = new Date(app.clock.now().getTime() - 14 * 86_400_000);
  const { items } = await makeOrder(app, { items: [{ product }], createdAt });
  await services.pool.query("delete from sales_marks; delete from notifications; delete from payment_shares");
  const values = [ownerId, product.id, items[0]?.id].map((id) => `'${id}'::uuid`);
  const given = (sql: string) =>
    sql.replace(/\$([123])/g, (_, place: string) => values[Number(place) - 1] ?? "");
  expect(await find()).toEqual([]);
  await inTransaction(services.pool, async (client) => {
    // Orders, and what else a row is of, would have nothing to say here.
    await client.query("set local session_replication_role = replica");
    await client.query(given(work));
    if (close) await client.query(given(close));
  });
  onTestFinished(() =>
    inTransaction(services.pool, async (client) => {
      await client.query("set local session_replication_role = replica");
      for (const table of writtenTables) await client.query(`delete from ${table}`);
    }),
  );
  /** The job once, and what it queued. */
  const run = async () => {
    await job.handle(faced, job.data.parse({}));
    await app.runJobs();
  };
  return { job, find, run };
}

/** What works are rows of, and what jobs make of them. */
const writtenTables = new Set([
  "job_outbox",
  "mail_outbox",
  "notifications",
  "sales_marks",
  "traffic_marks",
  ...[...works, ...waiting, ...unanswered].flatMap((entry) =>
    [...(entry.at(-1) ?? "").matchAll(/insert into (\S+)/g)].map(([, table]) => table ?? ""),
  ),
]);

test.each(works)(
  "%s is found where something is due, and no more once it has run: %s",
  async (name, work) => {
    const { find, run } = await madeWork(name, work);
    expect(await find()).toEqual([name]);
    await run();
    expect(await find()).toEqual([]);
  },
);

/** Both of what closes a store. */
const close = `
  with suspended as (insert into store_suspensions (owner_id, reason, closed_with) values ($1, 'Fraud', '{}') on conflict do nothing)
  insert into account_deletions (owner_id, asked_at, due_at, closed_with) values ($1, now(), now() + interval '7 days', '{}')
  on conflict do nothing`;

test.each(works)("%s is found no more once it has run, of a store that is closed: %s", async (name, work) => {
  const { find, run } = await madeWork(name, work, close);
  await run();
  expect(await find()).toEqual([]);
});

test.each(waiting)("%s is not found for what waits: %s", async (name, _why, work) => {
  const { find, run } = await madeWork(name, work);
  expect(await find()).toEqual([]);
  await run();
  expect(await find()).toEqual([]);
});

test.each(unanswered)(
  "%s is due still, and queued no sooner than after its pause, for %s",
  async (name, _why, work) => {
    const { job, find, run } = await madeWork(name, work);
    await run().catch(() => undefined);
    expect(await find()).toEqual([name]);
    const pauseSeconds = job.pauseSeconds ?? 0;
    expect(pauseSeconds).toBeGreaterThanOrEqual(300);
    const runs: string[] = [];
    const counted = {
      ...job,
      name: `${name}-${randomUUID()}`,
      handle: async () => void runs.push("run"),
    };
    // Pauses begin at round times.
    const pause = () => Math.floor(Date.now() / 1_000 / pauseSeconds);
    const first = pause();
    for (let looks = 0; looks < 2; looks += 1) {
      const queue = await startQueue(services, [counted]);
      onTestFinished(() => queue.stop());
      await eventually(() => expect(runs).not.toEqual([]));
    }
    await sleep(1_500);
    expect(runs.length).toBeLessThanOrEqual(1 + pause() - first);
  },
);
