import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#server/database/schema/delivery.ts";
import { makeAccountMails } from "#tests/support/every-mail/account-mails.ts";
import { makeAppointmentMails } from "#tests/support/every-mail/appointment-mails.ts";
import { makeDeskMails } from "#tests/support/every-mail/desk-mails.ts";
import { ordinaryWords } from "#tests/support/every-mail/mail-words.ts";
import { makeMemberMails } from "#tests/support/every-mail/member-mails.ts";
import { makeOrderMails } from "#tests/support/every-mail/order-mails.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { admitMail } from "./admit-mail.ts";
import { allMails } from "./all-mails.ts";
import type { MailTemplate } from "./mail-template.ts";

const app = await testApp();
const { db, pool } = app.services;
const templates = Object.entries<MailTemplate>(allMails);
const someone = () => `someone-${randomUUID().slice(0, 8)}@example.com`;

/** Data of each template as it would be queued, of one store; every order is free, and no address is proved. */
async function sampleOfEach(): Promise<Map<string, object>> {
  const { id: ownerId } = await makeCreator(app);
  const rows: (readonly [string, object, string?])[] = [
    ...(await makeOrderMails(app, ownerId, ordinaryWords)),
    ...(await makeAppointmentMails(app, ownerId, ordinaryWords)),
    ...(await makeMemberMails(app, ownerId, ordinaryWords)),
    ...(await makeAccountMails(app, ownerId, ordinaryWords)),
    ...(await makeDeskMails(app, ownerId, ordinaryWords)).outbox,
  ];
  await db.delete(mailOutbox);
  await pool.query("update orders set total_cents = 0, refunded_cents = 0, address_proven = false");
  return new Map(rows.map(([template, data]) => [template, data]));
}

/** Queues one, and whether it may leave; it has left then, so that a receipt joins none. */
async function isAdmitted(template: string, recipient: string, data: object = {}): Promise<boolean> {
  const values = { event: randomUUID(), recipient, template, data: { ...data }, createdAt: app.clock.now() };
  const [mail] = await db.insert(mailOutbox).values(values).returning();
  if (!mail) throw new Error("nothing was queued");
  const isFree = await admitMail(app.services, mail.id);
  if (isFree) await db.update(mailOutbox).set({ state: "SENT" }).where(eq(mailOutbox.id, mail.id));
  return isFree;
}

test("every template that a stranger can cause keeps to its limit", async () => {
  const samples = await sampleOfEach();
  expect([...samples.keys()].toSorted()).toEqual(Object.keys(allMails).toSorted());
  for (const [template, { limit }] of templates) {
    const recipient = someone();
    let admitted = 0;
    for (let n = 0; n < 30; n++) {
      if (await isAdmitted(template, recipient, samples.get(template))) admitted++;
      app.clock.advance({ minutes: 11 });
    }
    const most = limit === "unproven-address" ? 3 : typeof limit === "object" ? limit.perDay : 30;
    expect([template, admitted]).toEqual([template, most]);
    await db.delete(mailOutbox);
  }
});

test("all templates that go to an address that nobody proved share ten a day", async () => {
  const stores = [];
  for (let store = 0; store < 5; store++) stores.push(await sampleOfEach());
  const recipient = someone();
  let admitted = 0;
  for (const samples of stores)
    for (const [template, { limit }] of templates)
      if (limit === "unproven-address" && (await isAdmitted(template, recipient, samples.get(template)))) {
        admitted++;
        app.clock.advance({ minutes: 11 });
      }
  expect(admitted).toBe(10);
});
