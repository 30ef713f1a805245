import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { requestSignInCode } from "#contract/accounts/accounts.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { type Mail, MailNotAccepted, MailRefused } from "#server/mail/mailer.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { openCutOffWorker } from "#tests/support/cut-off-worker.ts";
import { testApp } from "#tests/support/test-app.ts";
import { unlimited } from "#tests/support/unlimited.ts";
import { claimPromotion } from "./claim-promotion.ts";
import { definePromotion, type PromotionTemplates } from "./promotion-template.ts";
import { queuePromotion } from "./queue-promotion.ts";
import { closeUnansweredPromotions, sendPromotions } from "./send-promotions.ts";

const app = await testApp();
const { pool } = app.services;

const templates: PromotionTemplates = {
  news: definePromotion({
    data: z.object({ isOver: z.boolean().optional() }),
    refusal: async (_, { data }) => (data.isOver ? "They own it" : null),
    render: async (_, { email }, unsubscribe) => ({
      subject: `News for ${email}`,
      text: unsubscribe.page,
      html: unsubscribe.page,
      headers: { "List-Unsubscribe": `<${unsubscribe.oneClick}>` },
    }),
  }),
};

/** What the mail server was given, and what it does with the next mails. */
let sent: Mail[] = [];
let answer: (mail: Mail) => Promise<void> | void = () => {};
const services = {
  ...app.services,
  mailer: {
    async send(mail: Mail) {
      sent.push(mail);
      await answer(mail);
    },
  },
};
beforeEach(async () => {
  sent = [];
  answer = () => {};
  await pool.query("delete from promotions");
});

const seller = (fields = {}) => makeCreator(app, { postalAddress: "Main St 1", ...fields });
const someone = () => `p-${randomUUID()}@example.com`;
const queue = (ownerId: string, email: string, more: object = {}) =>
  queuePromotion(pool, {
    ownerId,
    event: `news:${ownerId}`,
    template: "news",
    email,
    data: {},
    dueAt: app.clock.now(),
    ...more,
  });
const send = () => sendPromotions(services, undefined, templates);
async function stateOf(email: string) {
  const { rows } = await pool.query<{ state: string; reason: string | null }>(
    "select state, reason from promotions where email = $1",
    [email],
  );
  return rows[0];
}
async function sums(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from promotions group by state",
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test("a mail leaves once for each event and address, however often it is queued and whoever sends", async () => {
  const creators = await Promise.all(Array.from({ length: 6 }, () => seller()));
  const emails = Array.from({ length: 240 }, someone);
  for (const [index, email] of emails.entries()) {
    const owner = creators[index % creators.length];
    if (!owner) throw new Error("no creator");
    expect(await queue(owner.id, email)).toBe(true);
    expect(await queue(owner.id, email.toUpperCase())).toBe(false);
  }
  await Promise.all([send(), send()]);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
  expect(await sums()).toEqual({ SENT: 240 });
});

test("where no answer came a mail is of unknown end and is never sent again", async () => {
  const { id } = await seller();
  const email = someone();
  await queue(id, email);
  answer = () => {
    throw new Error("socket closed after DATA");
  };
  await send();
  expect(await stateOf(email)).toMatchObject({ state: "UNKNOWN" });
  app.clock.advance({ hours: 1 });
  await send();
  expect(sent).toHaveLength(1);
});

test("what a killed process had claimed is not sent again, by a start or after ten minutes", async () => {
  const { id } = await seller();
  for (const giveUp of [
    () => closeUnansweredPromotions(services),
    async () => {
      app.clock.advance({ minutes: 11 });
      await send();
    },
  ]) {
    const email = someone();
    await queue(id, email);
    const { rows } = await pool.query<{ id: string }>("select id from promotions where email = $1", [email]);
    expect(await claimPromotion(services, templates, rows[0]?.id ?? "")).toBeDefined();
    await send();
    expect(await stateOf(email)).toMatchObject({ state: "CLAIMED" });
    await giveUp();
    expect(await stateOf(email)).toMatchObject({ state: "UNKNOWN" });
  }
  await send();
  expect(sent).toEqual([]);
});

test.each(["SENT", "QUEUED"])(
  "an answer that makes an email %s is written after an outage, whatever others made of the silence",
  async (state) => {
    const email = someone();
    await queue((await seller()).id, email);
    const { line, services: cutOff } = await openCutOffWorker(app);
    let isHandedOver = false;
    const mailer = {
      async send() {
        await line.cut();
        isHandedOver = true;
        if (state === "QUEUED") throw new MailNotAccepted("too busy");
      },
    };
    const sending = sendPromotions({ ...cutOff, mailer }, undefined, templates);
    await eventually(() => expect(isHandedOver).toBe(true));
    app.clock.advance({ minutes: 11 });
    await send();
    expect([await sums(), sent]).toEqual([{ UNKNOWN: 1 }, []]);
    await line.mend();
    await sending;
    expect(await stateOf(email)).toMatchObject({ state });
  },
);

test("a run that is stopped is over when the last mail it handed over is answered", async () => {
  const { id } = await seller();
  const emails = Array.from({ length: 6 }, someone);
  for (const email of emails) await queue(id, email);
  const stop = new AbortController();
  answer = async () => {
    if (sent.length === 1) return stop.abort();
    await sleep(300);
  };
  await expect(sendPromotions(services, stop.signal, templates)).rejects.toThrow("aborted");
  expect(await sums()).toEqual({ SENT: 2, QUEUED: 4 });
});

test("what the server did not take is tried again, what it refused is not", async () => {
  const { id } = await seller();
  const [later, never] = [someone(), someone()];
  await queue(id, later);
  await queue(id, never);
  answer = ({ to }) => {
    throw to === later ? new MailNotAccepted("4.7.0 try later") : new MailRefused("5.1.1 unknown");
  };
  await send();
  expect(await stateOf(later)).toMatchObject({ state: "QUEUED" });
  expect(await stateOf(never)).toMatchObject({ state: "FAILED", reason: "5.1.1 unknown" });
  answer = () => {};
  await send();
  expect(sent).toHaveLength(2);
  app.clock.advance({ minutes: 2 });
  await send();
  expect(await sums()).toEqual({ SENT: 1, FAILED: 1 });
});

test("the claim reads again who wants no mails, who has it already, and what is late", async () => {
  const { id } = await seller();
  const stranger = await makeCreator(app);
  const [declined, owner, late, nameless] = [someone(), someone(), someone(), someone()];
  await queue(id, declined);
  await pool.query(
    "insert into suppressions (owner_id, address_hash, reason) values ($1, address_hash(mailbox_of($2)), 'UNSUBSCRIBED')",
    [id, declined],
  );
  await queue(id, owner, { data: { isOver: true } });
  await queue(id, late, { dueAt: new Date(app.clock.now().getTime() - 25 * 3_600_000) });
  await queue(stranger.id, nameless);
  await send();
  expect(sent).toEqual([]);
  expect(await stateOf(declined)).toEqual({ state: "SKIPPED", reason: "They want no mails" });
  expect(await stateOf(owner)).toEqual({ state: "SKIPPED", reason: "They own it" });
  expect(await stateOf(late)).toEqual({ state: "SKIPPED", reason: "It would be too late" });
  expect(await stateOf(nameless)).toEqual({ state: "SKIPPED", reason: "Your postal address is missing" });
});

test("a mailbox gets one of a creator in 16 hours and three a day of all, however it is written; the others are too late", async () => {
  const creators = await Promise.all(Array.from({ length: 4 }, () => seller()));
  const [first] = creators;
  if (!first) throw new Error("no creator");
  const name = randomUUID();
  for (const { id } of creators) await queue(id, `${name}@example.com`);
  await queue(first.id, `${name}+tag@example.com`, { event: "other" });
  await send();
  expect(sent).toHaveLength(3);
  app.clock.advance({ hours: 17 });
  await send();
  expect(sent).toHaveLength(3);
  app.clock.advance({ hours: 7, minutes: 1 });
  await send();
  expect(sent).toHaveLength(3);
  expect(await sums()).toEqual({ SENT: 3, SKIPPED: 2 });
});

test("a creator who has sold little sends 100 a day, in turns with the others", async () => {
  const [many, few] = [await seller(), await seller()];
  for (let n = 0; n < 120; n++) await queue(many.id, someone());
  const email = someone();
  await queue(few.id, email);
  await send();
  expect(sent.findIndex(({ to }) => to === email)).toBeLessThan(5);
  expect(await sums()).toEqual({ SENT: 101, QUEUED: 20 });
});

test("what may not leave holds nothing up: 120 that own it are left out in one run, and the next leaves", async () => {
  const { id } = await seller();
  const dueAt = new Date(app.clock.now().getTime() - 60_000);
  for (let n = 0; n < 120; n++) await queue(id, someone(), { data: { isOver: true }, dueAt });
  const email = someone();
  await queue(id, email);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([email]);
  expect(await sums()).toEqual({ SENT: 1, SKIPPED: 120 });
});

test("a code arrives while mails that advertise wait by the thousands and none of them is answered", async () => {
  const { id } = await seller();
  const waiting = 20_000;
  await unlimited(pool, (client) =>
    client.query(
      `insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at)
       select $1, 'flood', 'news', 'flood-' || n || '@example.com', 'flood-' || n || '@example.com', '{}', $2, $2
         from generate_series(1, $3::int) n`,
      [id, app.clock.now(), waiting],
    ),
  );
  const { promise: answered, resolve: answerAll } = Promise.withResolvers<void>();
  answer = ({ to }) => (to.startsWith("flood") ? answered : undefined);
  const queue = await startQueue(services, allJobs);
  const stop = new AbortController();
  const flooding = sendPromotions(services, stop.signal, templates).catch(() => undefined);
  try {
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    const email = someone();
    expect((await app.call(requestSignInCode, { body: { email } })).status).toBe(200);
    await expect.poll(() => sent.some(({ to }) => to === email)).toBe(true);
  } finally {
    stop.abort();
    answerAll();
    await flooding;
    await queue.stop();
  }
});
