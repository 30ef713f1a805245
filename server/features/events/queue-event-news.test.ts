import { randomUUID } from "node:crypto";
import { and, eq, like, sql } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { cancelEvent, getEventNews } from "#contract/events/events.ts";
import { access } from "#server/database/schema/access.ts";
import type { products } from "#server/database/schema/catalog.ts";
import { jobOutbox, mailbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { eventChanges } from "#server/database/schema/events.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueEventNews, queueDueChanges } from "./queue-event-news.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db } = app.services;
const hour = 3_600_000;

/** An event in ten days, of three hours, with its creator and what is asked of them. */
async function makeEvent(fields: Partial<typeof products.$inferInsert> = {}) {
  const creator = await makeCreator(app);
  const startsAt = new Date(app.clock.now().getTime() + 240 * hour);
  const product = await makeProduct(app, {
    ownerId: creator.id,
    type: "EVENT",
    title: "Night walk",
    eventStartsAt: startsAt,
    eventEndsAt: new Date(startsAt.getTime() + 3 * hour),
    eventZone: "Europe/Berlin",
    eventPlace: "Mitte 1, Berlin",
    ...fields,
  });
  const desk = app.as(creator);
  const params = { id: product.id };
  const moved = (hours: number) => ({
    eventStartsAt: new Date(startsAt.getTime() + hours * hour).toISOString(),
    eventEndsAt: new Date(startsAt.getTime() + (hours + 3) * hour).toISOString(),
  });
  const change = async (body: object) =>
    expect((await desk.call(updateProduct, { params, body })).status).toBe(200);
  const cancel = (isCancelled: boolean) => desk.call(cancelEvent, { params, body: { isCancelled } });
  const sell = async (email = `buyer-${randomUUID().slice(0, 8)}@example.com`) => {
    const order = await makeOrder(app, { items: [{ product }], email, createdAt: app.clock.now() });
    return { email, order, itemId: order.items[0]?.id ?? "" };
  };
  return { creator, product, desk, params, moved, change, cancel, sell };
}

/** What the worker does while minutes go by. */
async function minutes(count: number) {
  app.clock.advance({ minutes: count });
  await queueDueChanges(app.services);
  await app.runJobs();
}

const newsTo = (email: string) =>
  db
    .select()
    .from(mailbox)
    .where(and(eq(mailbox.to, email), like(mailbox.subject, "%event%")))
    .orderBy(mailbox.sentAt);

function read(file: string | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(file ?? "") as unknown[]);
  const event = calendar.getFirstSubcomponent("vevent");
  const value = (name: string) => event?.getFirstPropertyValue(name)?.toString() ?? null;
  return { method: calendar.getFirstPropertyValue("method"), value };
}

test("buyers of an event that moves hear of it once, ten minutes later, with old and new and a file that moves the entry", async () => {
  const { change, moved, sell, product, desk, params } = await makeEvent();
  const { email, itemId } = await sell();
  await change(moved(24));
  const news = (await desk.call(getEventNews, { params })).body;
  expect(news).toMatchObject({ buyers: 1, isCancelled: false });
  expect(news.tellsAt).not.toBeNull();
  await minutes(9);
  expect(await newsTo(email)).toEqual([]);
  await minutes(2);
  await minutes(60);
  const mails = await newsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe("An event has changed: Night walk");
  expect(mails[0]?.text).toMatch(/It was: .+Berlin time.+\n\nIt is now: .+Berlin time/);
  const { method, value } = read(mails[0]?.attachments[0]?.content);
  expect(method).toBe("PUBLISH");
  expect(value("uid")).toBe(itemId);
  expect(value("dtstart")).toBe(
    moved(24)
      .eventStartsAt.replace(".000Z", "Z")
      .replace(/\.\d+Z/, "Z"),
  );
  expect(Number(value("sequence"))).toBeGreaterThan(product.revision);
  expect((await desk.call(getEventNews, { params })).body.tellsAt).toBeNull();
});

test("changes within ten minutes make one mail, with how it stood before the first; what stands as before makes none", async () => {
  const { change, moved, sell } = await makeEvent();
  const { email } = await sell();
  await change(moved(24));
  await minutes(5);
  await change({ eventPlace: "Wedding 2, Berlin" });
  await minutes(6);
  const [mail, ...others] = await newsTo(email);
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/It was: .+Mitte 1, Berlin\n\nIt is now: .+Wedding 2, Berlin/);

  await change(moved(48));
  await change(moved(24));
  await minutes(11);
  expect(await newsTo(email)).toHaveLength(1);
  // What does not concern a calendar is no news.
  await change({ title: "Night walk II", priceCents: 5_000 });
  await minutes(11);
  expect(await newsTo(email)).toHaveLength(1);
});

test("a second change ten minutes later is told again, by what was heard last", async () => {
  const { change, sell } = await makeEvent();
  const { email } = await sell();
  await change({ eventPlace: "Second place" });
  await minutes(11);
  await change({ eventPlace: "Third place" });
  await minutes(11);
  const mails = await newsTo(email);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toMatch(/It was: .+Second place\n\nIt is now: .+Third place/);
});

test("a buyer whose mail was still waiting as the event moved again hears of the newest alone, from what they knew", async () => {
  const { change, sell, product } = await makeEvent();
  const { email } = await sell();
  await change({ eventPlace: "Second place" });
  app.clock.advance({ minutes: 11 });
  await queueDueChanges(app.services);
  const [first] = await db.select().from(eventChanges).where(eq(eventChanges.productId, product.id));
  await queueEventNews.handle(app.services, { changeId: first?.id ?? "" });
  // Its mail has not left: another change comes before it.
  await db
    .update(mailOutbox)
    .set({ dueAt: new Date(app.clock.now().getTime() + hour) })
    .where(and(eq(mailOutbox.recipient, email), eq(mailOutbox.template, "event-changed")));
  await change({ eventPlace: "Third place" });
  await minutes(11);
  await minutes(120);
  const mails = await newsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/It was: .+Mitte 1, Berlin\n\nIt is now: .+Third place/);
});

test("a link that changes is told without being written to an address that anybody may have typed", async () => {
  const event = await makeEvent({ eventLink: "https://meet.example.com/one", priceCents: 0 });
  const free = await makeOrder(app, { items: [{ product: event.product }], paymentIntentId: null });
  const { email } = await event.sell();
  await event.change({ eventLink: "https://meet.example.com/two" });
  await minutes(11);
  const [mail] = await newsTo(email);
  expect(mail?.text).toContain("The link to join is another one: your order has it.");
  const [outbox] = await db
    .select()
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.template, "event-changed"),
        sql`${mailOutbox.data} ->> 'orderItemId' = ${free.items[0]?.id ?? ""}`,
      ),
    );
  const [toAnybody] = await newsTo(outbox?.recipient ?? "");
  expect(JSON.stringify(toAnybody)).not.toContain("meet.example.com");
});

test("a cancelled event is off sale, and takes its entry out of the buyers' calendars, of those refunded since, too", async () => {
  const { cancel, sell, desk, params } = await makeEvent();
  const { email, itemId } = await sell();
  const refunded = await sell();
  const before = await sell();
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, before.order.id));
  app.clock.advance({ minutes: 1 });
  expect((await cancel(true)).body).toMatchObject({ isCancelled: true, buyers: 2 });
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, refunded.order.id));
  const again = await desk.call(updateProduct, { params, body: { active: true } });
  expect(again.status).toBe(422);
  expect(again.text).toContain("takes place after all");
  await minutes(11);
  for (const to of [email, refunded.email]) {
    const [mail, ...others] = await newsTo(to);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("An event is cancelled: Night walk");
    expect(mail?.attachments[0]?.contentType).toBe("text/calendar; method=CANCEL; charset=utf-8");
  }
  expect(await newsTo(before.email)).toEqual([]);
  const [mail] = await newsTo(email);
  const { method, value } = read(mail?.attachments[0]?.content);
  expect([method, value("status"), value("uid")]).toEqual(["CANCEL", "CANCELLED", itemId]);

  expect((await cancel(false)).body.isCancelled).toBe(false);
  await minutes(11);
  expect((await newsTo(email)).map(({ subject }) => subject)).toEqual([
    "An event is cancelled: Night walk",
    "An event takes place after all: Night walk",
  ]);
  expect(await newsTo(refunded.email)).toHaveLength(1);
  expect((await desk.call(updateProduct, { params, body: { active: true } })).status).toBe(200);
});

test("a cancellation taken back within ten minutes is told to nobody", async () => {
  const { cancel, sell } = await makeEvent();
  const { email } = await sell();
  await cancel(true);
  await minutes(5);
  await cancel(false);
  await minutes(11);
  expect(await newsTo(email)).toEqual([]);
});

test("nobody hears of an event that is over, or after their money went back; and whoever bought twice hears once, with both files", async () => {
  const { change, moved, sell, cancel } = await makeEvent();
  const gone = await sell();
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, gone.order.id));
  const twice = await sell();
  await sell(twice.email);
  await change(moved(1));
  await minutes(11);
  expect(await newsTo(gone.email)).toEqual([]);
  const [mail, ...others] = await newsTo(twice.email);
  expect(others).toEqual([]);
  expect(mail?.attachments).toHaveLength(2);

  await change(moved(-500));
  await minutes(11);
  expect(await newsTo(twice.email)).toHaveLength(2);
  await change(moved(-600));
  await minutes(11);
  expect(await newsTo(twice.email)).toHaveLength(2);
  expect((await cancel(true)).status).toBe(409);
});

test("a crash between batches and a job that runs twice write each buyer one mail, paced by hundreds", async () => {
  const { change, moved, product } = await makeEvent();
  const order = await makeOrder(app, { items: [{ product }] });
  // 1,250 buyers more, written as the table has them: what is under test is how many are found, not how they bought.
  await db.execute(sql`
    with people as (
      insert into customers (email) select 'walker-' || n || '-' || ${product.slug} || '@example.com'
        from generate_series(1, 1250) n returning id),
    sold as (
      insert into orders (owner_id, customer_id, product_id, status, paid_at, total_cents)
      select owner_id, people.id, p.id, 'PAID', shop_now(), 0 from people, products p where p.id = ${product.id}
      returning id, customer_id, owner_id, product_id),
    lines as (
      insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents)
      select id, owner_id, product_id, 0, 0 from sold returning id, order_id)
    insert into access (customer_id, owner_id, product_id, order_id, order_item_id)
    select sold.customer_id, sold.owner_id, sold.product_id, sold.id, lines.id
      from lines join sold on sold.id = lines.order_id`);
  await change(moved(24));
  app.clock.advance({ minutes: 11 });
  await queueDueChanges(app.services);
  const [told] = await db.select().from(eventChanges).where(eq(eventChanges.productId, product.id));
  const changeId = told?.id ?? "";
  await Promise.all([
    queueEventNews.handle(app.services, { changeId }),
    queueEventNews.handle(app.services, { changeId }),
  ]);
  await queueEventNews.handle(app.services, { changeId });
  const mails = await db
    .select({ dueAt: mailOutbox.dueAt })
    .from(mailOutbox)
    .where(eq(mailOutbox.event, `event-changed:${changeId}`));
  expect(mails).toHaveLength(1_251);
  const perMoment = Map.groupBy(mails, ({ dueAt }) => dueAt?.getTime());
  expect(Math.max(...[...perMoment.values()].map(({ length }) => length))).toBeLessThanOrEqual(100);
  await db.delete(mailOutbox).where(eq(mailOutbox.event, `event-changed:${changeId}`));
  await db.delete(jobOutbox);
  expect(order.items).toHaveLength(1);
});

test("another creator neither sees nor cancels the event, and what is no event has no news", async () => {
  const { product, params, creator } = await makeEvent();
  const stranger = app.as(await makeCreator(app));
  expect((await stranger.call(getEventNews, { params })).status).toBe(404);
  expect((await stranger.call(cancelEvent, { params, body: { isCancelled: true } })).status).toBe(404);
  const service = await makeProduct(app, { ownerId: creator.id });
  const own = app.as(creator);
  expect((await own.call(getEventNews, { params: { id: service.id } })).status).toBe(404);
  const refused = await own.call(cancelEvent, { params: { id: service.id }, body: { isCancelled: true } });
  expect(refused.status).toBe(409);
  expect(product.state).toBe("PUBLISHED");
});
