import { expect, test } from "vitest";
import { exportToShip } from "#contract/orders/order-exports.ts";
import { updateOrderLine } from "#contract/orders/orders-admin.ts";
import { listToShip, shipParcels } from "#contract/orders/to-ship.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const address = {
  name: "=Sam Lee",
  line1: "1 High St",
  line2: "",
  city: "Portland",
  region: "OR",
  postalCode: "97201",
  country: "US",
};

async function soldParcels() {
  const creator = await makeCreator(app);
  const seller = app.as(creator);
  const ownerId = creator.id;
  const cards = await makeProduct(app, {
    ownerId,
    type: "PHYSICAL",
    requiresShipping: true,
    title: "Postcards",
  });
  const course = await makeProduct(app, { ownerId, title: "Course" });
  const sell = async (change = "") => {
    const order = await makeOrder(app, { items: [{ product: cards }, { product: course }] });
    await pool.query("update orders set shipping_address = $2 where id = $1", [
      order.id,
      JSON.stringify(address),
    ]);
    if (change) await pool.query(change, [order.id]);
    return order;
  };
  const waiting = async () => (await seller.call(listToShip)).body;
  return { seller, sell, waiting };
}

test("parcels wait, the oldest first, until they are marked as shipped, and again once that is taken back", async () => {
  const { seller, sell, waiting } = await soldParcels();
  const [first, second] = [await sell(), await sell()];
  const { count, lines } = await waiting();
  expect(count).toBe(2);
  expect(lines.map(({ orderId }) => orderId)).toEqual([first.id, second.id]);
  expect(lines[0]).toMatchObject({
    title: "Postcards",
    lineId: first.items[0]!.id,
    email: first.email,
    address: { ...address, lines: ["=Sam Lee", "1 High St", "Portland, OR 97201", "United States"] },
  });
  const ship = (shipped: boolean) =>
    seller.call(updateOrderLine, {
      params: { id: first.id, lineId: first.items[0]!.id },
      body: { shipped },
    });
  expect((await ship(true)).status).toBe(200);
  expect((await waiting()).lines.map(({ orderId }) => orderId)).toEqual([second.id]);
  expect((await ship(false)).body.lines[0]).toMatchObject({ shippedAt: null });
  expect((await waiting()).count).toBe(2);
  await ship(true);
  await app.runJobs();
  const { rows } = await pool.query(
    `select subject from mailbox where "to" = $1 and subject = 'On its way: Postcards'`,
    [first.email],
  );
  expect(rows, "one mail, however often it is marked").toHaveLength(1);
});

test("several are marked as shipped at once, each buyer told once; what waits no more is left as it is, and another's is not found", async () => {
  const { seller, sell, waiting } = await soldParcels();
  const other = await soldParcels();
  const [first, second, returned] = [await sell(), await sell(), await sell()];
  const foreign = await other.sell();
  await pool.query("update order_items set refunded_cents = total_price_cents where order_id = $1", [
    returned.id,
  ]);
  const lineIds = [first, second, returned].map(({ items }) => items[0]!.id);
  const ship = (more: string[] = []) =>
    seller.call(shipParcels, { body: { lineIds: [...lineIds, ...more] } });
  expect((await ship([foreign.items[0]!.id])).status).toBe(422);
  expect((await waiting()).count).toBe(2);
  const answers = await Promise.all([ship(), ship()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.shipped, 0)).toBe(2);
  expect((await ship()).body).toEqual({ shipped: 0 });
  expect((await waiting()).count).toBe(0);
  expect((await other.waiting()).count).toBe(1);
  await app.runJobs();
  const { rows } = await pool.query(
    `select "to" from mailbox where "to" = any ($1) and subject = 'On its way: Postcards' order by "to"`,
    [[first, second, returned, foreign].map(({ email }) => email)],
  );
  expect(rows.map(({ to }) => to)).toEqual([first.email, second.email].toSorted());
  expect((await seller.call(shipParcels, { body: { lineIds: [] } })).status).toBe(422);
});

test("nothing is sent to whom it was given back, that has no address, or whose parcel is another creator's", async () => {
  const { sell, waiting } = await soldParcels();
  await sell("update orders set shipping_address = null where id = $1");
  await sell("update order_items set refunded_cents = total_price_cents where order_id = $1");
  // As the free part of a bundle that was given back.
  const gift = await sell(
    "update order_items set unit_price_cents = 0, total_price_cents = 0 where order_id = $1",
  );
  expect((await waiting()).count).toBe(1);
  await pool.query("update access set revoked_at = now() where order_id = $1", [gift.id]);
  await (await soldParcels()).sell();
  expect(await waiting()).toEqual({ count: 0, lines: [] });
});

test("labels leave as CSV, a row a parcel, with the lines of its country and no formula", async () => {
  const { seller, sell } = await soldParcels();
  await sell();
  const { text, headers } = await seller.call(exportToShip);
  expect(headers["content-disposition"]).toContain("to-ship.csv");
  const [head, row, ...rest] = csvLines(text);
  expect(rest).toEqual([]);
  expect(head).toContain("Recipient,Street,Apartment,City,Region,Postal code,Country,Label line 1");
  expect(row).toContain("'=Sam Lee,1 High St,,Portland,OR,97201,US,'=Sam Lee,1 High St,");
  expect(row).toContain("Portland, OR 97201");
});
