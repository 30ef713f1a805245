import { afterEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { keepFailedJobs } from "#server/jobs/keep-failed-jobs.ts";
import { type Queue, startQueue } from "#server/jobs/queue.ts";
import { testApp } from "#tests/support/test-app.ts";
import { discardFailures, type Failure, listFailures, retryFailures } from "./failures.ts";

const app = await testApp();
const { services } = app;
const { pool } = services;

const retry = (chosen: Failure) =>
  retryFailures(pool, { kind: chosen.kind, id: chosen.id }, services.clock.now());
const discard = (chosen: Failure) => discardFailures(pool, { kind: chosen.kind, id: chosen.id });

const queues: Queue[] = [];
afterEach(async () => void (await Promise.all(queues.splice(0).map((queue) => queue.stop()))));

let isBroken = true;
const seen: string[] = [];
const breaking = defineJob({
  name: "breaking",
  data: z.object({ id: z.string() }),
  retries: 0,
  async handle(_, { id }) {
    if (isBroken) throw new Error(`no luck with ${id}`);
    seen.push(id);
  },
});
const hourly = defineJob({
  name: "hourly",
  schedule: "0 0 1 1 *",
  data: z.object({}),
  handle: async () => {},
});

test("a job that failed for good is kept until somebody tries it again or gives it up; what runs by itself is forgotten", async () => {
  queues.push(await startQueue(services, [breaking, hourly]));
  for (const id of ["one", "two"]) await enqueue(services.db, breaking, { id });
  await eventually(async () => expect(await listFailures(services)).toHaveLength(2));
  await pool.query(
    "insert into pgboss.job (name, data, state, completed_on, deletion_seconds) values ('hourly', '{}', 'failed', now(), 86400)",
  );
  const failures = await listFailures(services);
  expect(failures).toMatchObject([
    { kind: "job", name: "breaking" },
    { kind: "job", name: "breaking" },
  ]);
  expect(failures.map(({ why }) => why).toSorted()).toEqual(["no luck with one", "no luck with two"]);

  await keepFailedJobs.handle(services, {});
  const { rows } = await pool.query<{ name: string; kept: boolean }>(
    "select distinct name, deletion_seconds = 0 as kept from pgboss.job where state = 'failed' order by name",
  );
  expect(rows).toEqual([
    { name: "breaking", kept: true },
    { name: "hourly", kept: false },
  ]);

  isBroken = false;
  const one = failures.find(({ why }) => why.endsWith("one"));
  const two = failures.find(({ why }) => why.endsWith("two"));
  if (!one || !two) throw new Error("both are there");
  expect(await Promise.all([retry(one), retry(one)])).toEqual(expect.arrayContaining([1, 0]));
  await eventually(() => expect(seen).toEqual(["one"]));
  expect(await discard(two)).toBe(1);
  expect(await discard(two)).toBe(0);
  expect(await listFailures(services)).toEqual([]);
  expect(seen).toEqual(["one"]);
});

test("a mail that failed for good leaves when it is tried again, and never when it is given up", async () => {
  const insert = (event: string) =>
    pool.query<{ id: string }>(
      `insert into mail_outbox (event, recipient, template, data, state, attempts, failure)
       values ($1, 'someone@example.com', 'sign-in-code', '{}', 'FAILED', 10, 'The server is busy') returning id`,
      [event],
    );
  await Promise.all([insert("one"), insert("two")]);
  const [first, second] = await listFailures(services);
  if (!first || !second) throw new Error("both are there");
  expect(first).toMatchObject({ kind: "mail", name: "sign-in-code", why: "The server is busy" });
  expect(await retry(first)).toBe(1);
  expect(await discard(second)).toBe(1);
  const { rows } = await pool.query("select id, state, attempts from mail_outbox order by state");
  expect(rows).toEqual([
    { id: first.id, state: "QUEUED", attempts: 0 },
    { id: second.id, state: "SKIPPED", attempts: 10 },
  ]);
  const { rows: queued } = await pool.query("select name, data from job_outbox where name = 'send-mail'");
  expect(queued).toEqual([{ name: "send-mail", data: { mailId: first.id } }]);
  expect(await listFailures(services)).toEqual([]);
});
