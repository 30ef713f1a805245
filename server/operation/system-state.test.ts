import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { getReadiness } from "#contract/health.ts";
import { defineJob } from "#server/jobs/job.ts";
import { createQueueTables, type Queue, startQueue } from "#server/jobs/queue.ts";
import { watchSystem } from "./system-state.ts";
import { whatIsWrong } from "./what-is-wrong.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { services } = app;
const { pool } = services;

const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await pool.query(
    "delete from job_outbox; delete from mail_outbox; delete from webhook_events; delete from pgboss.job",
  );
});

const quietJob = defineJob({ name: "watched", data: z.object({}), handle: async () => {} });

async function startWorker(): Promise<Queue> {
  const queue = await startQueue(services, [quietJob]);
  queues.push(queue);
  return queue;
}

/** What is said to be wrong, once what was read a moment ago is read anew. */
async function problems(): Promise<string> {
  await sleep(2_100);
  const { status, body } = await app.call(getReadiness);
  expect(status).toBe(200);
  expect(body.status).toBe(body.problems.length === 0 ? "ready" : "degraded");
  return body.problems.join("\n");
}

test("without a worker it says so, with one it is well, and when that one ends it says so again", async () => {
  await createQueueTables(services.access);
  expect(await problems()).toMatch(/^No worker runs/);
  const strict = await app.call(getReadiness, { querystring: { strict: "true" } });
  expect(strict).toMatchObject({
    status: 503,
    body: { code: "DEGRADED", message: expect.stringContaining("No worker runs") },
  });
  const worker = await startWorker();
  expect(await problems()).toBe("");
  expect((await app.call(getReadiness, { querystring: { strict: "true" } })).status).toBe(200);
  await worker.stop();
  expect(await problems()).toMatch(/^No worker runs/);
});

test("names the platform and the error of accounts that miss a permission, and nobody's name", async () => {
  const account = await makeSocialAccount(app, {
    problem: "PERMISSION_MISSING",
    problemError: { code: "3", message: "of their own" },
  });
  const said = await problems();
  expect(said).toContain("INSTAGRAM refuses the messages of 1 account: a permission is missing (error 3)");
  expect(said).not.toContain(account.username);
  await pool.query("delete from social_accounts where id = $1", [account.id]);
});

test.each([
  [
    "what was queued and is not taken over",
    "insert into job_outbox (name, data, created_at) values ('watched', '{}', shop_now() - interval '2 minutes')",
    /What was queued 12\d s ago has not been taken over/,
  ],
  [
    "a job that does not begin",
    "insert into pgboss.job (name, data, start_after) values ('watched', '{}', now() - interval '10 minutes')",
    /Jobs that are due have not begun for minutes: watched/,
  ],
  [
    "jobs that fail again and again",
    "insert into pgboss.job (name, data, state, retry_count, start_after) values ('watched', '{}', 'retry', 3, now() + interval '5 minutes')",
    /Jobs fail again and again: watched/,
  ],
  [
    "a mail that is due and does not leave",
    `insert into mail_outbox (event, recipient, template, data, created_at)
     values ('stuck', 'someone@example.com', 'receipt', '{}', shop_now() - interval '1 hour')`,
    /A mail that is due has waited for 36\d\d s/,
  ],
  [
    "a mail that failed for good",
    "insert into mail_outbox (event, recipient, template, data, state) values ('lost', 'someone@example.com', 'receipt', '{}', 'FAILED')",
    /Mails failed for good and wait for a decision/,
  ],
  [
    "news of a payment that nobody acts on",
    `insert into webhook_events (provider, event_id, type, payload, received_at)
     values ('sandbox', 'evt_stuck', 'payment_intent.succeeded', '{}', shop_now() - interval '10 minutes')`,
    /News of a payment has waited for 6\d\d s/,
  ],
])("it says of %s, and names nobody", async (_what, insert, words) => {
  const { stop } = await startWorker();
  await stop();
  await pool.query(insert);
  const said = await problems();
  expect(said).toMatch(words);
  expect(said).not.toContain("someone");
});

test("a disk that is full is said, and how much is left", async () => {
  const state = await watchSystem(services)();
  expect(state.freeBytes).toBeGreaterThan(0);
  const said = (freeBytes: number | undefined) => whatIsWrong({ ...state, freeBytes }).join();
  expect(said(200 * 1_048_576)).toContain(
    "The disk of the data folder is full (200 MB left): uploads are refused",
  );
  expect([said(300 * 1_048_576), said(undefined)].join()).not.toContain("disk");
});

test("a file store that does not answer is said, and keeps nobody from being served", async () => {
  let isDown = true;
  const away = await testApp(
    {},
    {
      between: (inside) => ({
        ...inside,
        files: {
          ...inside.files,
          size: async () => {
            if (isDown) throw new Error("connect ECONNREFUSED");
            return undefined;
          },
        },
      }),
    },
  );
  await createQueueTables(away.services.access);
  // The first look does not wait for the store.
  expect((await away.call(getReadiness)).status).toBe(200);
  await sleep(2_100);
  const { status, body } = await away.call(getReadiness);
  expect(status).toBe(200);
  expect(body.problems.join()).toContain("The file store does not answer");
  isDown = false;
});
