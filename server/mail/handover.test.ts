import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { jobOutbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { openOutcomes } from "#server/jobs/outcomes.ts";
import { startQueue } from "#server/jobs/queue.ts";
import type { Services } from "#server/services.ts";
import { openCutOffWorker } from "#tests/support/cut-off-worker.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { mailJobs } from "./jobs.ts";
import { type Mail, MailNotAccepted } from "./mailer.ts";
import { queueMail } from "./queue-mail.ts";
import { sendQueuedMail } from "./send-queued-mail.ts";

const app = await testApp();
const { db } = app.services;
const sendMail = mailJobs.find(({ name }) => name === "send-mail")!;

/** Message ids in the order in which the mail server took them. */
let taken: string[] = [];
beforeEach(async () => {
  taken = [];
  await db.delete(mailOutbox);
  await db.delete(jobOutbox);
});

/** A worker of its own, as far as sending goes; `during` runs while the mail server has an email in its hands. */
function worker(during: (mail: Mail) => Promise<void> | void = () => {}): Services {
  const send = async (mail: Mail) => {
    taken.push(mail.messageId);
    await during(mail);
  };
  return { ...app.services, outcomes: openOutcomes(app.services.log), mailer: { send } };
}

/** The same behind a line to the database that can be cut. */
async function workerOnLine(during: (cut: () => Promise<void>) => Promise<void>) {
  const { line, services } = await openCutOffWorker(app);
  const { mailer } = worker(() => during(line.cut));
  return { line, services: { ...services, mailer } };
}

async function queuedReceipt(): Promise<string> {
  const { id: orderId } = await makeOrder(app);
  await queueMail(db, {
    event: `receipt:${orderId}`,
    recipient: "buyer@example.com",
    template: "receipt",
    data: { orderId },
  });
  return (await onlyRow()).id;
}

const onlyRow = async () => {
  const rows = await db.select().from(mailOutbox);
  expect(rows).toHaveLength(1);
  return rows[0]!;
};

test("an outage between handing an email over and writing that down sends it once, though a second worker looks on", async () => {
  const id = await queuedReceipt();
  const { line, services } = await workerOnLine((cut) => cut());
  const other = worker();
  const sending = sendQueuedMail(services, id);
  await eventually(() => expect(taken).toEqual([id]));
  // Repeated by the queue meanwhile, in the same process.
  await eventually(() => expect(services.outcomes.has(id)).toBe(true));
  await sendQueuedMail({ ...other, outcomes: services.outcomes }, id);
  app.clock.advance({ seconds: 31 });
  await sendQueuedMail(other, id);
  expect(await onlyRow()).toMatchObject({ state: "QUEUED", handover: "OVERDUE", possibleDuplicates: 1 });
  await line.mend();
  await sending;
  app.clock.advance({ seconds: 11 });
  await sendQueuedMail(other, id);
  expect(taken).toEqual([id]);
  expect(await onlyRow()).toMatchObject({
    state: "SENT",
    handover: null,
    possibleDuplicates: 0,
    attempts: 1,
  });
});

test("a refusal that an outage delays still has its next try, and counts no duplicate", async () => {
  const id = await queuedReceipt();
  const { line, services } = await workerOnLine(async (cut) => {
    await cut();
    throw new MailNotAccepted("Too busy");
  });
  const sending = sendQueuedMail(services, id);
  await eventually(() => expect(services.outcomes.has(id)).toBe(true));
  app.clock.advance({ seconds: 31 });
  await sendQueuedMail(worker(), id);
  await line.mend();
  await sending;
  expect(await onlyRow()).toMatchObject({ state: "QUEUED", failure: "Too busy", possibleDuplicates: 0 });
  app.clock.advance({ seconds: 6 });
  await sendQueuedMail(worker(), id);
  expect(await onlyRow()).toMatchObject({ state: "SENT", attempts: 2, possibleDuplicates: 0 });
});

test("a worker that stays away is overtaken; its late result ends further attempts, and the duplicate stays counted", async () => {
  const id = await queuedReceipt();
  const { line, services } = await workerOnLine((cut) => cut());
  const sending = sendQueuedMail(services, id);
  await eventually(() => expect(services.outcomes.has(id)).toBe(true));
  app.clock.advance({ seconds: 31 });
  const busy = worker(() => Promise.reject(new MailNotAccepted("Too busy")));
  await sendQueuedMail(busy, id);
  app.clock.advance({ seconds: 11 });
  await sendQueuedMail(busy, id);
  expect(await onlyRow()).toMatchObject({ state: "QUEUED", attempts: 2, possibleDuplicates: 1 });
  await line.mend();
  await sending;
  expect(await onlyRow()).toMatchObject({ state: "SENT", dueAt: null, possibleDuplicates: 1 });
});

test("what a killed worker was handing over is counted, and sent again under the same message id", async () => {
  const id = await queuedReceipt();
  const killed = worker(() => new Promise<never>(() => {}));
  void sendQueuedMail(killed, id);
  await eventually(() => expect(taken).toEqual([id]));
  await sendMail.resume?.(app.services);
  await sendMail.resume?.(app.services);
  expect(await onlyRow()).toMatchObject({ handover: "OVERDUE", possibleDuplicates: 1 });
  const { dueAt: startAfter } = await onlyRow();
  const jobs = await db.select().from(jobOutbox);
  expect(jobs.at(-1)).toMatchObject({ name: "send-mail", data: { mailId: id }, startAfter });
  app.clock.advance({ seconds: 11 });
  await sendQueuedMail(worker(), id);
  expect(taken).toEqual([id, id]);
  expect(await onlyRow()).toMatchObject({ state: "SENT", attempts: 2, possibleDuplicates: 1 });
});

test("a mail server that breaks off without an answer is counted too", async () => {
  const id = await queuedReceipt();
  await sendQueuedMail(
    worker(() => Promise.reject(new Error("Connection closed"))),
    id,
  );
  expect(await onlyRow()).toMatchObject({ state: "QUEUED", handover: null, possibleDuplicates: 1 });
});

test("a clean stop writes every result, even when the database comes back only after the signal", async () => {
  const id = await queuedReceipt();
  const { line, services } = await workerOnLine(async (cut) => {
    await cut();
    await sleep(200);
  });
  const queue = await startQueue(services, mailJobs);
  onTestFinished(() => queue.stop());
  await eventually(() => expect(taken).toEqual([id]));
  const stopping = queue.stop();
  await sleep(1_000);
  await line.mend();
  await stopping;
  expect(await onlyRow()).toMatchObject({ state: "SENT", handover: null, possibleDuplicates: 0 });
});

test("a job that is done when the database goes away is not run again", async () => {
  let runs = 0;
  const { line, services } = await workerOnLine(async () => {});
  const job = defineJob({
    name: "send-something",
    data: z.object({}),
    handle: async () => {
      runs++;
      await line.cut();
    },
  });
  const queue = await startQueue(services, [job]);
  onTestFinished(() => queue.stop());
  await enqueue(db, job, {});
  await eventually(() => expect(runs).toBe(1));
  await sleep(1_500);
  await line.mend();
  const states = async () =>
    (
      await app.services.pool.query<{ state: string }>(
        "select state from pgboss.job where name = 'send-something'",
      )
    ).rows.map(({ state }) => state);
  await eventually(async () => expect(await states()).toEqual(["completed"]));
  expect(runs).toBe(1);
});
