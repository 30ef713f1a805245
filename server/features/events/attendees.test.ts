import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkInAttendee, exportAttendees, listAttendees } from "#contract/events/attendees.ts";
import { access } from "#server/database/schema/access.ts";
import { eventCheckIns } from "#server/database/schema/events.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

async function makeEvent() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, {
    ownerId: creator.id,
    type: "EVENT",
    title: "Night walk",
    eventStartsAt: new Date(app.clock.now().getTime() + 3_600_000),
    eventEndsAt: new Date(app.clock.now().getTime() + 7_200_000),
    eventZone: "UTC",
    trackInventory: true,
    inventoryQuantity: 10,
  });
  const desk = app.as(creator);
  const sell = async (customerName: string, quantity = 1) => {
    const email = `${customerName.toLowerCase().replaceAll(/\W+/g, "-")}-${randomUUID().slice(0, 8)}@example.com`;
    const order = await makeOrder(app, { items: [{ product, quantity }], email, customerName });
    return { email, order, lineId: order.items[0]?.id ?? "" };
  };
  const read = async (querystring: { q?: string; page?: number; perPage?: number } = {}) =>
    (await desk.call(listAttendees, { params: { id: product.id }, querystring })).body;
  const press = (lineId: string, isHere: boolean, who = desk) =>
    who.call(checkInAttendee, { params: { id: product.id, lineId }, body: { isHere } });
  return { creator, product, desk, sell, read, press };
}

test("the list has who bought, by name, with tickets, and how many can come; whose money went back is not on it", async () => {
  const { sell, read } = await makeEvent();
  const zoe = await sell("Zoe Young");
  const ada = await sell("ada lovelace", 2);
  const gone = await sell("Gone Away");
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, gone.order.id));
  const list = await read();
  expect(list.attendees.map(({ name, tickets, lineId }) => ({ name, tickets, lineId }))).toEqual([
    { name: "ada lovelace", tickets: 2, lineId: ada.lineId },
    { name: "Zoe Young", tickets: 1, lineId: zoe.lineId },
  ]);
  expect(list).toMatchObject({
    productTitle: "Night walk",
    total: 2,
    tickets: 3,
    checkedIn: 0,
    capacity: 13,
  });
  expect((await read({ page: 2, perPage: 1 })).attendees).toMatchObject([{ name: "Zoe Young" }]);
});

test("somebody is found by a part of their name, their address or their order's number", async () => {
  const { sell, read } = await makeEvent();
  const { email } = await sell("Ada Lovelace");
  await sell("Grace Hopper");
  const [, second] = (await read()).attendees;
  for (const [q, names] of [
    ["LOVE", ["Ada Lovelace"]],
    ["ada love", ["Ada Lovelace"]],
    [email, ["Ada Lovelace"]],
    [`#${second?.number}`, ["Grace Hopper"]],
    ["nobody", []],
    ["100%", []],
  ] as const) {
    const found = await read({ q });
    expect(found.attendees.map(({ name }) => name)).toEqual(names);
    expect(found.total).toBe(names.length);
    expect(found.tickets).toBe(2);
  }
});

test("twenty presses at once check somebody in once, and all but the first hear that it stood so", async () => {
  const { sell, read, press } = await makeEvent();
  const { lineId } = await sell("Ada Lovelace");
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(lineId, true)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(answers.filter(({ body }) => !body.wasSo)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.checkedInAt)).size).toBe(1);
  expect((await read()).checkedIn).toBe(1);

  const undone = await Promise.all(Array.from({ length: 5 }, () => press(lineId, false)));
  expect(undone.filter(({ body }) => !body.wasSo)).toHaveLength(1);
  expect((await read()).attendees[0]?.checkedInAt).toBeNull();
  expect((await press(lineId, true)).body.wasSo).toBe(false);
});

test("nobody checks in who is not of this event, not of this creator, or has their money back", async () => {
  const event = await makeEvent();
  const other = await makeEvent();
  const mine = await event.sell("Ada Lovelace");
  const theirs = await other.sell("Grace Hopper");
  const stranger = app.as(other.creator);
  expect((await event.press(mine.lineId, true, stranger)).status).toBe(404);
  expect((await event.press(theirs.lineId, true)).status).toBe(404);
  expect((await event.press(randomUUID(), false)).status).toBe(404);
  const list = await stranger.call(listAttendees, { params: { id: event.product.id }, querystring: {} });
  expect(list.status).toBe(404);
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, mine.order.id));
  expect((await event.press(mine.lineId, true)).status).toBe(404);
  for (const { id } of [event.product, other.product])
    expect(await db.$count(eventCheckIns, eq(eventCheckIns.productId, id))).toBe(0);
  const service = await makeProduct(app, { ownerId: event.creator.id });
  const order = await makeOrder(app, { items: [{ product: service }] });
  const asked = { params: { id: service.id, lineId: order.items[0]?.id ?? "" }, body: { isHere: true } };
  expect((await event.desk.call(checkInAttendee, asked)).status).toBe(404);
});

test("the CSV has everybody, and no name in it is a formula", async () => {
  const { sell, press, desk, product, creator } = await makeEvent();
  const evil = await sell("=HYPERLINK(1)");
  await sell("Ada Lovelace", 2);
  await press(evil.lineId, true);
  const file = await desk.call(exportAttendees, { querystring: { productId: product.id } });
  expect(file.status).toBe(200);
  expect(file.headers["content-disposition"]).toBe(`attachment; filename="attendees.csv"`);
  const rows = file.text.trim().split("\r\n");
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain("Order");
  expect(file.text).toContain(`"'=HYPERLINK(1)"`);
  expect(file.text).not.toContain(`"=HYPERLINK`);
  const stranger = app.as(await makeCreator(app));
  const refused = await stranger.call(exportAttendees, { querystring: { productId: product.id } });
  expect(refused.status).toBe(404);
  expect(creator.id).toBe(product.ownerId);
});
