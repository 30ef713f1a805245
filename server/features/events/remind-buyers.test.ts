import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveReminder as save } from "#contract/mailings/reminders.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueDueChanges } from "./queue-event-news.ts";
import { remindOfEvents } from "./remind-buyers.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db } = app.services;
const minute = 60_000;

/** An event so many minutes ahead. */
async function makeEvent(ahead: number, fields: Partial<typeof products.$inferInsert> = {}) {
  const startsAt = new Date(app.clock.now().getTime() + ahead * minute);
  const product = await makeProduct(app, {
    type: "EVENT",
    title: "Night walk",
    eventStartsAt: startsAt,
    eventEndsAt: new Date(startsAt.getTime() + 120 * minute),
    eventZone: "Europe/Berlin",
    eventPlace: "Mitte 1, Berlin",
    eventLink: "https://meet.example.com/room",
    updatedAt: app.clock.now(),
    ...fields,
  });
  const sell = async () => {
    const email = `buyer-${randomUUID().slice(0, 8)}@example.com`;
    const order = await makeOrder(app, { items: [{ product }], email, createdAt: app.clock.now() });
    return { email, order };
  };
  const change = (values: Partial<typeof products.$inferInsert>) =>
    db
      .update(products)
      .set({ ...values, updatedAt: app.clock.now() })
      .where(eq(products.id, product.id));
  return { product, startsAt, sell, change };
}

/** What the worker does once so many minutes have gone by; the minutes between are those of a worker that is down. */
async function after(minutes: number) {
  app.clock.advance({ minutes });
  await queueDueChanges(app.services);
  await remindOfEvents(app.services);
  await app.runJobs();
}

const remindersTo = async (email: string) =>
  (await db.select().from(mailbox).where(eq(mailbox.to, email)).orderBy(mailbox.sentAt)).filter(
    ({ subject }) => /^(Today|Tomorrow|Starts) .+: Night walk$/.test(subject),
  );
/** Which of the two each is: the time in a subject depends on the hour at which the test runs. */
const subjectsTo = async (email: string) =>
  (await remindersTo(email)).map(({ subject }) => (subject.startsWith("Starts in ") ? hour : day));
const day = "a day before";
const hour = "an hour before";

const saveReminder = (
  { ownerId }: { ownerId: string },
  kind: "EVENT_DAY" | "EVENT_HOUR",
  change: { isOn?: boolean; words?: string },
) => app.as({ id: ownerId }).call(save, { body: { kind, isOn: true, words: "", ...change } });

test("what a creator says stands in their reminders as plain text, and in no mail to an address that nobody has proved", async () => {
  const { product, sell } = await makeEvent(1_500);
  await saveReminder(product, "EVENT_DAY", { words: "Bring a lamp.\n<b>And</b> shoes." });
  const { email } = await sell();
  const free = await makeEvent(1_500, { ownerId: product.ownerId, priceCents: 0 });
  const stranger = `stranger-${randomUUID().slice(0, 8)}@example.com`;
  await makeOrder(app, { items: [{ product: free.product }], email: stranger, paymentIntentId: null });
  await after(62);
  await after(1);
  const [own] = await remindersTo(email);
  expect(own?.text).toContain("Bring a lamp.\n<b>And</b> shoes.\n\nNight walk by");
  expect(own?.html).toContain("&lt;b&gt;And&lt;/b&gt; shoes.");
  const [theirs] = await remindersTo(stranger);
  expect(theirs?.text).toContain("starts to");
  for (const words of [theirs?.text, theirs?.html]) expect(words).not.toContain("lamp");
});

test("a reminder that its creator has switched off is not sent, nor one that waits then", async () => {
  const { product, sell } = await makeEvent(1_500);
  const other = await makeEvent(1_500);
  const [{ email }, { email: kept }] = [await sell(), await other.sell()];
  await saveReminder(product, "EVENT_DAY", { isOn: false });
  await after(62);
  await after(1);
  expect([await subjectsTo(email), await subjectsTo(kept)]).toEqual([[], [day]]);
  app.clock.advance({ minutes: 1_380 });
  await remindOfEvents(app.services);
  await saveReminder(product, "EVENT_HOUR", { isOn: false });
  await app.runJobs();
  expect([await subjectsTo(email), await subjectsTo(kept)]).toEqual([[], [day, hour]]);
});

test("a buyer is reminded a day and an hour before, once each, with when and where it is and the link", async () => {
  const { sell } = await makeEvent(1_500);
  const { email } = await sell();
  await after(50);
  expect(await subjectsTo(email)).toEqual([]);
  await after(12);
  await after(1);
  expect(await subjectsTo(email)).toEqual([day]);
  await after(1_370);
  expect(await subjectsTo(email)).toEqual([day]);
  await after(10);
  await after(1);
  const mails = await remindersTo(email);
  expect(await subjectsTo(email)).toEqual([day, hour]);
  expect(mails[0]?.subject).toMatch(/^(Today|Tomorrow) at \d+:\d\d [AP]M \(Berlin time\): /);
  expect(mails[1]?.subject).toMatch(/^Starts in (1 hour|\d\d minutes): /);
  for (const { text } of mails) {
    expect(text).toContain("Berlin time");
    expect(text).toContain("Mitte 1, Berlin");
    expect(text).toContain("Join the event:\nhttps://meet.example.com/room");
  }
});

test("who bought half an hour before hears of neither, who bought two hours before of the last hour alone", async () => {
  const { sell } = await makeEvent(120);
  const early = await sell();
  await after(61);
  expect(await subjectsTo(early.email)).toEqual([hour]);
  await after(29);
  const late = await sell();
  await after(1);
  expect(await subjectsTo(late.email)).toEqual([]);
});

test("a worker that was down sends nothing that is over or late", async () => {
  const { sell } = await makeEvent(1_500);
  const { email } = await sell();
  await after(60 + 300);
  expect(await subjectsTo(email)).toEqual([]);
  await after(1_100 + 35);
  expect(await subjectsTo(email)).toEqual([]);
  await after(120);
  expect(await subjectsTo(email)).toEqual([]);
});

test("neither refunded buyers nor those of a cancelled event are reminded", async () => {
  const event = await makeEvent(90);
  const kept = await event.sell();
  const gone = await event.sell();
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, gone.order.id));
  const cancelled = await makeEvent(90);
  const { email } = await cancelled.sell();
  await cancelled.change({ eventCancelledAt: app.clock.now(), state: "DRAFT" });
  await after(31);
  expect(await subjectsTo(kept.email)).toEqual([hour]);
  expect(await subjectsTo(gone.email)).toEqual([]);
  expect(await subjectsTo(email)).toEqual([]);
});

test("a mail that still waits as the event moves is not sent, and the new time has reminders of its own", async () => {
  const { sell, change, startsAt } = await makeEvent(65);
  const { email } = await sell();
  app.clock.advance({ minutes: 6 });
  await remindOfEvents(app.services);
  const later = new Date(startsAt.getTime() + 180 * minute);
  await change({ eventStartsAt: later, eventEndsAt: new Date(later.getTime() + 60 * minute) });
  await after(1);
  expect(await subjectsTo(email)).toEqual([]);
  await after(180);
  expect(await subjectsTo(email)).toEqual([hour]);
});

test("of an event that was moved a moment ago its buyers hear first what has changed", async () => {
  const { sell, change, startsAt } = await makeEvent(3_000);
  const { email } = await sell();
  app.clock.advance({ minutes: 120 });
  const sooner = new Date(startsAt.getTime() - 2_835 * minute);
  await change({ eventStartsAt: sooner });
  await after(5);
  expect(await subjectsTo(email)).toEqual([]);
  await after(6);
  await after(1);
  const all = await db
    .select({ subject: mailbox.subject })
    .from(mailbox)
    .where(eq(mailbox.to, email))
    .orderBy(mailbox.sentAt);
  expect(all.map(({ subject }) => subject)).toEqual([
    "An event has changed: Night walk",
    expect.stringMatching(/^Starts in \d+ minutes: Night walk$/),
  ]);
});

test("two workers at once remind each buyer once", async () => {
  const { sell } = await makeEvent(61);
  const { email } = await sell();
  app.clock.advance({ minutes: 2 });
  await Promise.all(Array.from({ length: 4 }, () => remindOfEvents(app.services)));
  await app.runJobs();
  expect(await subjectsTo(email)).toEqual([hour]);
});
