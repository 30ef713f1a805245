import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createUpsell,
  deleteUpsell,
  exportUpsells,
  listUpsells,
  reorderUpsells,
  updateUpsell,
  type UpsellInput,
} from "#contract/offers/upsells.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { upsellOffers } from "#server/database/schema/upsell-offers.ts";
import { makeProduct, makeShippingRate } from "#tests/support/factories.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, clock } = app.services;

let trigger: Awaited<ReturnType<typeof makeProduct>>;
let addOn: Awaited<ReturnType<typeof makeProduct>>;
beforeEach(async () => {
  trigger = await makeProduct(app, { title: "Course" });
  addOn = await makeProduct(app, { ownerId: trigger.ownerId, title: "Review call", priceCents: 5_000 });
});

const me = () => app.as({ id: trigger.ownerId });
const create = (fields: Partial<UpsellInput> = {}) =>
  me().call(createUpsell, {
    body: { triggerProductId: trigger.id, upsellProductId: addOn.id, title: "Talk it through", ...fields },
  });
const list = async () =>
  (await me().call(listUpsells, { querystring: { triggerProductId: trigger.id } })).body;
const change = (id: string, body: Partial<UpsellInput>) => me().call(updateUpsell, { params: { id }, body });
const refusedAt = (field: string, status = 422) => ({
  status,
  body: { fields: { [field]: expect.any(String) } },
});
/** An order that was shown the upsell. */
const shown = async (upsellId: string, fields: Partial<typeof upsellOffers.$inferInsert> = {}) => {
  const order = await makeOrder(app, {
    items: [{ product: trigger }, { product: addOn, itemType: "UPSELL" }],
  });
  await db
    .insert(upsellOffers)
    .values({ orderId: order.id, upsellId, ownerId: trigger.ownerId, shownAt: clock.now(), ...fields });
  return order;
};

describe("a new upsell", () => {
  test("is refused where it is shipped and nobody is asked for an address, and an old one says why", async () => {
    await makeShippingRate(app, { ownerId: trigger.ownerId });
    await db.update(products).set({ requiresShipping: true }).where(eq(products.id, addOn.id));
    expect(await create()).toMatchObject(refusedAt("upsellProductId"));
    await makeUpsell(app, trigger, { upsellProductId: addOn.id });
    expect(await list()).toMatchObject([{ obstacle: "NO_ADDRESS" }]);
    await db.update(products).set({ requiresShipping: true }).where(eq(products.id, trigger.id));
    expect(await list()).toMatchObject([{ obstacle: null }]);
    expect((await create({ sequence: 2 })).status).toBe(201);
  });

  test("has the stated defaults", async () => {
    const { status, body } = await create();
    expect([status, body]).toMatchObject([
      201,
      {
        description: "",
        discountType: "FIXED",
        discountValue: 0,
        sequence: 1,
        active: true,
        acceptanceRate: 0,
        shown: 0,
        accepted: 0,
        revenueCents: 0,
        offerPriceCents: 5_000,
        obstacle: null,
      },
    ]);
    expect(await list()).toEqual([body]);
  });

  test("is a payment of its own: free, or what a card can pay", async () => {
    expect(await create({ discountValue: 4_951 })).toMatchObject(refusedAt("discountValue"));
    expect(await create({ discountType: "PERCENTAGE", discountValue: 9_950 })).toMatchObject(
      refusedAt("discountValue"),
    );
    expect((await create({ discountValue: 4_950 })).body.offerPriceCents).toBe(50);
    expect((await create({ discountValue: 6_000, sequence: 2 })).body.offerPriceCents).toBe(0);
  });

  test("adds another product of one's own that is bought once", async () => {
    const foreign = await makeProduct(app);
    const archived = await makeProduct(app, { ownerId: trigger.ownerId, state: "ARCHIVED" });
    const yearly = await makeProduct(app, {
      ownerId: trigger.ownerId,
      type: "MEMBERSHIP",
      billingInterval: "YEAR",
    });
    for (const { id } of [foreign, archived, trigger, yearly])
      expect(await create({ upsellProductId: id })).toMatchObject(refusedAt("upsellProductId"));
    expect(await create({ triggerProductId: foreign.id })).toMatchObject(refusedAt("triggerProductId"));
    expect(await create({ sequence: 0 })).toMatchObject(refusedAt("sequence"));
  });

  test("may offer the same product again at another place, for less", async () => {
    expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject(refusedAt("sequence", 409));
    expect((await create({ sequence: 2, discountValue: 1_000 })).status).toBe(201);
    expect((await list()).map(({ offerPriceCents }) => offerPriceCents)).toEqual([5_000, 4_000]);
  });
});

test("a change is held to the same rules, and is possible where the price has changed meanwhile", async () => {
  const { id } = (await create({ discountValue: 4_000 })).body;
  expect(await change(id, { discountValue: 4_980 })).toMatchObject(refusedAt("discountValue"));
  await db.update(products).set({ priceCents: 4_020 }).where(eq(products.id, addOn.id));
  expect(await list()).toMatchObject([{ offerPriceCents: 20, obstacle: "TOO_CHEAP" }]);
  expect((await change(id, { title: "Talk", active: false })).body).toMatchObject({
    title: "Talk",
    active: false,
  });
  expect(await change(id, { discountValue: 4_010 })).toMatchObject(refusedAt("discountValue"));
});

test("upsells are put in order, the same product at two places included", async () => {
  const first = (await create()).body.id;
  const second = (await create({ sequence: 2 })).body.id;
  const third = (await makeUpsell(app, trigger, { sequence: 3 })).id;
  const order = (ids: string[]) => me().call(reorderUpsells, { body: { triggerProductId: trigger.id, ids } });
  const { body } = await order([third, second, first]);
  expect(body.map(({ id, sequence }) => [id, sequence])).toEqual([
    [third, 1],
    [second, 2],
    [first, 3],
  ]);
  expect(await order([third, second])).toMatchObject(refusedAt("ids"));
});

test("the acceptance rate is over the orders that saw it, and revenue is less refunds", async () => {
  const { id } = (await create({ discountValue: 1_000 })).body;
  const sold = async (refundedCents: number) => {
    const order = await shown(id, { decision: "ACCEPTED", amountCents: 5_000 });
    await db
      .update(orderItems)
      .set({ offerId: id, refundedCents })
      .where(eq(orderItems.id, order.items[1]!.id));
  };
  await sold(0);
  await sold(2_000);
  await shown(id, { decision: "DECLINED" });
  expect(await list()).toMatchObject([
    { shown: 3, accepted: 2, acceptanceRate: 0.6667, revenueCents: 5_000 + 3_000 },
  ]);
  const { text } = await me().call(exportUpsells);
  expect(text).toMatch(
    /\r\n"Course",1,"Review call","Talk it through","","FIXED",10,50,40,yes,,3,2,80,.*,66\.67\r\n$/,
  );
});

describe("deleting an upsell", () => {
  const remove = (id: string) => me().call(deleteUpsell, { params: { id } });

  test("takes its figures with it, and leaves orders as they are", async () => {
    const { id } = (await create()).body;
    const order = await shown(id, { decision: "ACCEPTED", amountCents: 5_000 });
    expect((await remove(id)).body).toEqual({ success: true });
    expect((await remove(id)).status).toBe(404);
    expect(await db.$count(orderItems, eq(orderItems.orderId, order.id))).toBe(2);
  });

  test("waits while a buyer's payment for it is open", async () => {
    const { id } = (await create()).body;
    const order = await shown(id, { amountCents: 5_000, paymentIntentId: `pi_${crypto.randomUUID()}` });
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: "PAYMENT_OPEN" } });
    await db.update(upsellOffers).set({ decision: "DECLINED" }).where(eq(upsellOffers.orderId, order.id));
    expect((await remove(id)).status).toBe(200);
  });
});

test("another creator's upsells are neither listed, changed, ordered nor deleted", async () => {
  const { id } = (await create()).body;
  const { ownerId } = await makeProduct(app);
  const other = app.as({ id: ownerId });
  expect((await other.call(listUpsells)).body).toEqual([]);
  expect((await other.call(listUpsells, { querystring: { triggerProductId: trigger.id } })).status).toBe(404);
  expect((await other.call(updateUpsell, { params: { id }, body: { title: "Mine" } })).status).toBe(404);
  expect((await other.call(deleteUpsell, { params: { id } })).status).toBe(404);
  const order = { triggerProductId: trigger.id, ids: [id] };
  expect((await other.call(reorderUpsells, { body: order })).status).toBe(422);
  expect(await list()).toMatchObject([{ id, title: "Talk it through" }]);
});
