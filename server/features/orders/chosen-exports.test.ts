import { expect, test } from "vitest";
import { exportProducts } from "#contract/catalog/catalog.ts";
import { exportSubscribers, listSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { listCustomers } from "#contract/orders/customers.ts";
import { exportCustomers, exportOrders, exportToShip } from "#contract/orders/order-exports.ts";
import { listOrders } from "#contract/orders/orders-admin.ts";
import { listToShip } from "#contract/orders/to-ship.ts";
import { tagCustomer } from "#contract/tags/tags.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSubscriber } from "#tests/support/mailing-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

async function shop() {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, title: "Atlas", priceCents: 1_000 });
  const sell = async (email: string, fields: Parameters<typeof makeOrder>[1] = {}) =>
    makeOrder(app, { items: [{ product }], email, ...fields });
  return { creator, me, product, sell };
}

test("chosen orders are exported as all of them are, and nobody else's with them", async () => {
  const { me, sell } = await shop();
  const orders = [
    await sell("one@example.com"),
    await sell("two@example.com"),
    await sell("three@example.com"),
  ];
  const other = await (await shop()).sell("foreign@example.com");
  const whole = csvLines((await me.call(exportOrders)).text);
  expect(whole).toHaveLength(4);
  const [first, , third] = orders;
  const ids = [third?.id, other.id, first?.id, crypto.randomUUID()].join(",");
  const answer = await me.call(exportOrders, { querystring: { ids } });
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="orders.csv"');
  // The same rows, to the byte, in the same order.
  expect(csvLines(answer.text)).toEqual([whole[0], whole[1], whole[3]]);
  expect(answer.text).not.toContain("foreign@example.com");
});

test("all that a filter finds is exported, and it is what the list finds", async () => {
  const { me, product, sell, creator } = await shop();
  const guide = await makeProduct(app, { ownerId: creator.id, title: "Guide", priceCents: 500 });
  for (const name of ["Ana", "Ben", "Cleo"])
    await sell(`${name.toLowerCase()}@example.com`, { customerName: name });
  await makeOrder(app, { items: [{ product: guide }], email: "ana@example.com", customerName: "Ana" });
  for (const filter of [
    { q: "ana" },
    { q: "ana guide" },
    { product: product.id },
    { status: "PAID" as const },
    { q: "nobody" },
    { from: "2001-01-01", to: "2001-01-02" },
    { product: "not-an-id" },
  ]) {
    const listed = (await me.call(listOrders, { querystring: { ...filter, sort: "created" } })).body;
    const [, ...rows] = csvLines((await me.call(exportOrders, { querystring: filter })).text);
    expect(rows.map((row) => row.split(",")[0])).toEqual(listed.map(({ id }) => id));
  }
});

test("chosen customers, and all that a filter of theirs finds", async () => {
  const { me, sell } = await shop();
  for (const name of ["ana", "ben", "cleo"]) await sell(`${name}@example.com`);
  const customers = (await me.call(listCustomers, { querystring: { sort: "created" } })).body;
  const whole = csvLines((await me.call(exportCustomers)).text);
  const emails = async (querystring: Record<string, string>) =>
    csvLines((await me.call(exportCustomers, { querystring })).text)
      .slice(1)
      .map((row) => row.split(",")[1]);
  expect(await emails({ ids: `${customers[2]?.id},${customers[0]?.id}` })).toEqual([
    "ana@example.com",
    "cleo@example.com",
  ]);
  expect(
    csvLines((await me.call(exportCustomers, { querystring: { ids: customers[1]?.id ?? "" } })).text),
  ).toEqual([whole[0], whole[2]]);
  expect(await emails({ q: "ben" })).toEqual(["ben@example.com"]);
  const { body } = await me.call(tagCustomer, {
    params: { id: customers[2]?.id ?? "" },
    body: { name: "VIP" },
  });
  expect(await emails({ tagId: body.tags[0]?.id ?? "" })).toEqual(["cleo@example.com"]);
  expect(await emails({ members: "true" })).toEqual([]);
});

test("chosen products, subscribers and parcels", async () => {
  const { me, creator } = await shop();
  const other = await makeProduct(app, { ownerId: creator.id, title: "Other" });
  const titles = async (ids?: string) =>
    csvLines((await me.call(exportProducts, { querystring: ids === undefined ? {} : { ids } })).text)
      .slice(1)
      .map((row) => row.split(",")[0]);
  expect((await titles()).toSorted()).toEqual(["Atlas", "Other"]);
  expect(await titles(other.id)).toEqual(["Other"]);
  expect(await titles(`${other.id},${crypto.randomUUID()}`)).toEqual(["Other"]);

  for (const email of ["ana@example.com", "ben@example.com"]) await makeSubscriber(app, creator.id, email);
  const { subscribers } = (await me.call(listSubscribers, { querystring: {} })).body;
  const addresses = async (querystring: Record<string, string>) =>
    csvLines((await me.call(exportSubscribers, { querystring })).text)
      .slice(1)
      .map((row) => row.split(",")[0]);
  const ben = subscribers.find(({ email }) => email === "ben@example.com")?.id ?? "";
  expect(await addresses({ ids: ben })).toEqual(["ben@example.com"]);
  expect(await addresses({ q: "ana" })).toEqual(["ana@example.com"]);
  expect(await addresses({})).toHaveLength(2);

  const cards = await makeProduct(app, { ownerId: creator.id, type: "PHYSICAL", requiresShipping: true });
  const shippingAddress = {
    name: "Ana",
    line1: "1 Road",
    line2: "",
    city: "Oslo",
    region: "",
    postalCode: "0150",
    country: "NO",
  };
  for (const email of ["ana@example.com", "ben@example.com"]) {
    const { id } = await makeOrder(app, { items: [{ product: cards }], email });
    await pool.query("update orders set shipping_address = $2 where id = $1", [id, shippingAddress]);
  }
  const { lines } = (await me.call(listToShip)).body;
  expect(lines).toHaveLength(2);
  const labels = async (querystring: Record<string, string>) =>
    csvLines((await me.call(exportToShip, { querystring })).text).slice(1);
  expect(await labels({})).toHaveLength(2);
  expect(await labels({ ids: lines[1]?.lineId ?? "" })).toEqual([(await labels({}))[1]]);
});

test("more than an address holds, and what is no id, are refused with words", async () => {
  const { me } = await shop();
  const many = Array.from({ length: 201 }, () => crypto.randomUUID()).join(",");
  for (const ids of [many, "x", "", `${crypto.randomUUID()},`]) {
    const { status, text } = await me.call(exportOrders, { querystring: { ids } });
    expect(status, text).toBe(422);
    expect(text).toContain("ids");
  }
  const most = many.slice(0, 200 * 37 - 1);
  expect((await me.call(exportOrders, { querystring: { ids: most } })).status).toBe(200);
});
