import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { jobOutbox, mailbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type Mail, MailRefused } from "./mailer.ts";
import { queueMail } from "./queue-mail.ts";
import { queueLostMails, sendQueuedMail } from "./send-queued-mail.ts";

const app = await testApp();
const { db } = app.services;

beforeEach(async () => {
  await db.delete(mailbox);
  await db.delete(mailOutbox);
  await db.delete(jobOutbox);
});

/** A receipt to be queued, of an order of its own. */
async function receipt() {
  const { id: orderId } = await makeOrder(app);
  return {
    event: `receipt:${orderId}`,
    recipient: "buyer@example.com",
    template: "receipt",
    data: { orderId },
  } as const;
}

const onlyRow = async () => {
  const rows = await db.select().from(mailOutbox);
  expect(rows).toHaveLength(1);
  return rows[0]!;
};

/** The app's services with a mailer that does this with the first mails, one entry each, and delivers the rest. */
function withFirst(...first: ((mail: Mail) => Promise<void>)[]) {
  const { mailer } = app.services;
  return { ...app.services, mailer: { send: (mail: Mail) => (first.shift() ?? mailer.send)(mail) } };
}

const busy = () => Promise.reject(new Error("The server is busy"));

test("a queued mail leaves once, whatever is repeated", async () => {
  const mail = await receipt();
  await queueMail(db, mail);
  await queueMail(db, mail);
  await app.runJobs();
  await queueMail(db, mail);
  await app.runJobs();
  expect(await db.select().from(mailbox)).toHaveLength(1);
  expect(await onlyRow()).toMatchObject({ state: "SENT", attempts: 1, failure: null });
});

test("twenty at the same time queue one mail", async () => {
  const mail = await receipt();
  await Promise.all(Array.from({ length: 20 }, () => queueMail(db, mail)));
  expect(await db.select().from(jobOutbox)).toHaveLength(1);
  await app.runJobs();
  expect(await db.select().from(mailbox)).toHaveLength(1);
});

test("the same event goes to each of its recipients", async () => {
  const mail = await receipt();
  await queueMail(db, mail);
  await queueMail(db, { ...mail, recipient: "seller@example.com" });
  await app.runJobs();
  const sent = await db.select({ to: mailbox.to }).from(mailbox);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(["buyer@example.com", "seller@example.com"]);
});

test("a transaction that fails leaves neither mail nor job", async () => {
  const mail = await receipt();
  const failing = db.transaction(async (tx) => {
    await queueMail(tx, mail);
    throw new Error("the order was not completed");
  });
  await expect(failing).rejects.toThrow("not completed");
  expect(await db.select().from(mailOutbox)).toEqual([]);
  expect(await db.select().from(jobOutbox)).toEqual([]);
});

test("twenty processes that send the same mail send it once", async () => {
  await queueMail(db, await receipt());
  const { id } = await onlyRow();
  let sends = 0;
  const counting = { ...app.services, mailer: { send: async () => void sends++ } };
  await Promise.all(Array.from({ length: 20 }, () => sendQueuedMail(counting, id)));
  expect(sends).toBe(1);
});

test("a process that dies after sending repeats the same mail, and the mailbox has it once", async () => {
  await queueMail(db, await receipt());
  const { id } = await onlyRow();
  await app.runJobs();
  // What the dying process did not get to write.
  await db.update(mailOutbox).set({ state: "QUEUED", sentAt: null, dueAt: app.clock.now() });
  await sendQueuedMail(app.services, id);
  expect(await onlyRow()).toMatchObject({ state: "SENT", attempts: 2 });
  const mails = await db.select().from(mailbox);
  expect(mails.map(({ messageId }) => messageId)).toEqual([`<${id}@openstall.example>`]);
});

test("while one process sends a mail no other takes it, and after its death another does", async () => {
  await queueMail(db, await receipt());
  const { id } = await onlyRow();
  await db.update(mailOutbox).set({ dueAt: new Date(app.clock.now().getTime() + 20_000) });
  await sendQueuedMail(app.services, id);
  expect(await onlyRow()).toMatchObject({ state: "QUEUED", attempts: 0 });
  app.clock.advance({ seconds: 21 });
  await sendQueuedMail(app.services, id);
  expect(await onlyRow()).toMatchObject({ state: "SENT", attempts: 1 });
});

test("a failed mail is tried again after a growing while", async () => {
  await queueMail(db, await receipt());
  const { id } = await onlyRow();
  await db.delete(jobOutbox);
  const services = withFirst(busy, busy);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 2; attempt++) {
    const now = app.clock.now().getTime();
    await sendQueuedMail(services, id);
    const { dueAt, failure } = await onlyRow();
    expect(failure).toBe("The server is busy");
    waits.push(Math.round((dueAt!.getTime() - now) / 1000));
    const [job] = await db.delete(jobOutbox).returning();
    expect(job).toMatchObject({ name: "send-mail", data: { mailId: id }, startAfter: dueAt });
    app.clock.advance({ seconds: waits.at(-1)! + 1 });
  }
  expect(waits).toEqual([5, 30]);
  await sendQueuedMail(services, id);
  expect(await onlyRow()).toMatchObject({ state: "SENT", attempts: 3, failure: null });
  expect(await db.select().from(mailbox)).toHaveLength(1);
});

test("a mail that fails for half a day is given up", async () => {
  await queueMail(db, await receipt());
  const { id } = await onlyRow();
  const services = withFirst(...Array.from({ length: 20 }, () => busy));
  for (let attempt = 0; attempt < 12; attempt++) {
    await sendQueuedMail(services, id);
    app.clock.advance({ hours: 5 });
  }
  expect(await onlyRow()).toMatchObject({ state: "FAILED", attempts: 10, failure: "The server is busy" });
});

test("a refused mail is not tried again", async () => {
  await queueMail(db, await receipt());
  await sendQueuedMail(
    withFirst(() => Promise.reject(new MailRefused("No such mailbox"))),
    (await onlyRow()).id,
  );
  expect(await onlyRow()).toMatchObject({ state: "FAILED", attempts: 1, failure: "No such mailbox" });
});

test("a receipt of an order that is not paid is refused, not sent", async () => {
  await queueMail(db, {
    event: "receipt:0",
    recipient: "buyer@example.com",
    template: "receipt",
    data: { orderId: randomUUID() },
  });
  await app.runJobs();
  expect(await onlyRow()).toMatchObject({ state: "FAILED" });
  expect(await db.select().from(mailbox)).toEqual([]);
});

test("what should have left two minutes ago is found, what is under way is left alone", async () => {
  await queueMail(db, await receipt());
  await db.delete(jobOutbox);
  await db.update(mailOutbox).set({ createdAt: app.clock.now() });
  await queueLostMails(app.services);
  expect(await db.select().from(jobOutbox)).toEqual([]);

  app.clock.advance({ minutes: 3 });
  await db.update(mailOutbox).set({ dueAt: app.clock.now() });
  await queueLostMails(app.services);
  expect(await db.select().from(jobOutbox)).toEqual([]);

  await db.update(mailOutbox).set({ dueAt: null }).where(eq(mailOutbox.state, "QUEUED"));
  await queueLostMails(app.services);
  await app.runJobs();
  expect(await onlyRow()).toMatchObject({ state: "SENT" });
});
