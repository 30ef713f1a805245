import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { getEventCalendar } from "#contract/orders/orders.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { browserCookieName } from "#server/features/access/browser-cookie.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db, secret } = app.services;

const dated = {
  type: "EVENT",
  title: "Live critique; with Robin, online",
  eventStartsAt: new Date("2027-03-14T18:00:00Z"),
  eventEndsAt: new Date("2027-03-14T20:30:00Z"),
  eventZone: "Europe/Berlin",
  eventPlace: "Mitte 1, Berlin",
  eventLink: "https://meet.example.com/secret-room",
} as const;

/** What a calendar reads in a file. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const event = calendar.getFirstSubcomponent("vevent");
  const value = (name: string) => event?.getFirstPropertyValue(name)?.toString() ?? null;
  return { method: calendar.getFirstPropertyValue("method"), value };
}

async function makeBoughtEvent(fields: Partial<typeof products.$inferInsert> = {}) {
  const product = await makeProduct(app, { ...dated, ...fields });
  const order = await makeOrder(app, { items: [{ product }] });
  return { product, order, itemId: order.items[0]?.id ?? "" };
}

const ask = (id: string, itemId: string, token?: string) =>
  app.call(
    getEventCalendar,
    { params: { id, itemId } },
    { headers: token ? { "x-order-proof": token } : {} },
  );

test("a buyer has the event as a file for calendars, which moves the entry once the event has moved", async () => {
  const { product, order, itemId } = await makeBoughtEvent();
  const token = receiptToken(secret, order.id);
  const first = await ask(order.id, itemId, token);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    "content-type": "text/calendar; method=PUBLISH; charset=utf-8",
    "content-disposition": `attachment; filename="event.ics"`,
    "cache-control": "no-store",
  });
  const before = read(first.text);
  expect(before.method).toBe("PUBLISH");
  expect(before.value("uid")).toBe(itemId);
  expect(before.value("summary")).toBe(dated.title);
  expect(before.value("dtstart")).toBe("2027-03-14T18:00:00Z");
  expect(before.value("dtend")).toBe("2027-03-14T20:30:00Z");
  expect(before.value("location")).toBe(dated.eventPlace);
  expect(before.value("url")).toBe(dated.eventLink);

  await db
    .update(products)
    .set({ eventStartsAt: new Date("2027-03-14T17:00:00Z") })
    .where(eq(products.id, product.id));
  const moved = read((await ask(order.id, itemId, token)).text);
  expect(moved.value("uid")).toBe(itemId);
  expect(moved.value("dtstart")).toBe("2027-03-14T17:00:00Z");
  expect(Number(moved.value("sequence"))).toBeGreaterThan(Number(before.value("sequence")));
});

test("nobody else has it; neither has its buyer once it is taken back, nor of what has no date", async () => {
  const { order, itemId } = await makeBoughtEvent();
  const other = await makeBoughtEvent();
  const token = receiptToken(secret, order.id);
  const nobody = await ask(order.id, itemId);
  expect(nobody.status).toBe(404);
  expect((await ask(order.id, itemId, receiptToken(secret, other.order.id))).text).toBe(nobody.text);
  // A line of another order is none of this one.
  expect((await ask(order.id, other.itemId, token)).text).toBe(nobody.text);
  expect((await ask(order.id, randomUUID(), token)).text).toBe(nobody.text);
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  expect((await ask(order.id, itemId, token)).text).toBe(nobody.text);

  const undated = await makeBoughtEvent({ eventStartsAt: null, eventEndsAt: null, eventZone: null });
  const service = await makeOrder(app, {});
  for (const { id, items } of [undated.order, service])
    expect((await ask(id, items[0]?.id ?? "", receiptToken(secret, id))).status).toBe(404);
});

test("the browser that paid needs no other proof", async () => {
  const product = await makeProduct(app, dated);
  const browser = newToken();
  const order = await makeOrder(app, { items: [{ product }], browserHash: hashToken(browser) });
  const answer = await app.call(
    getEventCalendar,
    { params: { id: order.id, itemId: order.items[0]?.id ?? "" } },
    { cookies: { [browserCookieName(app.services.config)]: browser } },
  );
  expect(answer.status).toBe(200);
});

test("the receipt's mail carries the file and leads to it, and the mailbox keeps both", async () => {
  const { order, itemId } = await makeBoughtEvent();
  const recipient = `buyer-${randomUUID().slice(0, 8)}@example.com`;
  await queueMail(db, {
    event: `receipt:${order.id}`,
    recipient,
    template: "receipt",
    data: { orderId: order.id },
  });
  await app.runJobs();
  const [mail] = await db.select().from(mailbox).where(eq(mailbox.to, recipient));
  expect(mail?.attachments).toMatchObject([
    { fileName: "event.ics", contentType: "text/calendar; method=PUBLISH; charset=utf-8" },
  ]);
  const { value } = read(mail?.attachments[0]?.content ?? "");
  expect([value("uid"), value("url")]).toEqual([itemId, dated.eventLink]);
  expect(mail?.text).toContain(`&calendar=${itemId}`);
});

test("the mail of several things has a file for each event, five at most, and none for what was taken back", async () => {
  const { id: ownerId } = await makeCreator(app);
  const items = [];
  for (let n = 0; n < 6; n++) items.push({ product: await makeProduct(app, { ...dated, ownerId }) });
  items.push({ product: await makeProduct(app, { ownerId }) });
  const order = await makeOrder(app, { items });
  const filesOf = async () =>
    (await renderMail(app.services, "receipt", { orderId: order.id })).attachments?.map(
      ({ fileName }) => fileName,
    );
  expect(await filesOf()).toEqual([
    "event-1.ics",
    "event-2.ics",
    "event-3.ics",
    "event-4.ics",
    "event-5.ics",
  ]);
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  expect(await filesOf()).toEqual([]);
});

test("to an address that anybody may have typed the file carries no link, and no words that make one", async () => {
  const product = await makeProduct(app, {
    ...dated,
    priceCents: 0,
    title: "Log in at evil.example",
    eventPlace: "https://evil.example/now",
  });
  const free = { items: [{ product }], paymentIntentId: null };
  const first = await makeOrder(app, free);
  const second = await makeOrder(app, free);
  for (const alsoOrderIds of [undefined, [second.id]]) {
    const mail = await renderMail(app.services, "receipt", { orderId: first.id, alsoOrderIds });
    expect(mail.attachments).toHaveLength(alsoOrderIds ? 2 : 1);
    for (const { content } of mail.attachments ?? [])
      expect(content.replaceAll("\r\n ", "")).not.toMatch(/secret-room|evil[.]example|https:..e/);
  }
});
