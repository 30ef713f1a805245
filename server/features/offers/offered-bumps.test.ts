import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { access, buyerSessions } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { checkoutSessions, stockHolds } from "#server/database/schema/checkout.ts";
import { orders } from "#server/database/schema/orders.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { clock } = app;
const { db } = app.services;

let main: Awaited<ReturnType<typeof makeProduct>>;
let extra: Awaited<ReturnType<typeof makeProduct>>;
beforeEach(async () => {
  main = await makeProduct(app);
  extra = await makeProduct(app, { ownerId: main.ownerId, priceCents: 999, title: "Extra" });
});

const offered = async (who: Caller = app) => {
  const { status, body } = await who.call(listPublicOrderBumps, { params: { productId: main.id } });
  expect(status).toBe(200);
  return body;
};
const titles = async (who?: Caller) => (await offered(who)).map(({ title }) => title);
const change = (id: string, fields: Partial<typeof products.$inferInsert>) =>
  db.update(products).set(fields).where(eq(products.id, id));

describe("a bump", () => {
  test("is offered with the price it really has", async () => {
    const bump = await makeBump(app, main, {
      bumpProductId: extra.id,
      discountType: "PERCENTAGE",
      discountValue: 3_333,
      description: "Goes well with it",
    });
    expect(await offered()).toEqual([
      {
        id: bump.id,
        title: "One more thing",
        description: "Goes well with it",
        discountType: "PERCENTAGE",
        discountValue: 3_333,
        endsAt: null,
        offerPriceCents: 666,
        bumpProduct: {
          id: extra.id,
          title: "Extra",
          description: "",
          type: "SERVICE",
          priceCents: 999,
          currency: "usd",
          cover: null,
          downloadLimit: null,
          event: null,
        },
      },
    ]);
  });

  test("that is an event says when and where it is", async () => {
    const event = {
      eventStartsAt: new Date("2031-04-01T17:00:00.000Z"),
      eventEndsAt: new Date("2031-04-01T19:00:00.000Z"),
      eventZone: "Europe/Lisbon",
      eventPlace: "Online",
    };
    const { id } = await makeProduct(app, { ownerId: main.ownerId, type: "EVENT", ...event });
    await makeBump(app, main, { bumpProductId: id });
    expect((await offered()).map(({ bumpProduct }) => bumpProduct.event)).toEqual([
      {
        eventStartsAt: "2031-04-01T17:00:00.000Z",
        eventEndsAt: "2031-04-01T19:00:00.000Z",
        eventZone: "Europe/Lisbon",
        eventPlace: "Online",
      },
    ]);
  });

  test("that is switched off is not offered", async () => {
    await makeBump(app, main, { bumpProductId: extra.id, active: false });
    expect(await offered()).toEqual([]);
  });

  test.each([
    ["is not on sale", { state: "DRAFT" }],
    ["is archived", { state: "ARCHIVED" }],
    ["is sold out", { trackInventory: true, inventoryQuantity: 0 }],
    ["has another currency", { currency: "eur" }],
    ["renews itself", { type: "MEMBERSHIP", billingInterval: "MONTH" }],
  ] as const)("is not offered while its product %s", async (_, fields) => {
    await makeBump(app, main, { bumpProductId: extra.id });
    expect(await offered()).toHaveLength(1);
    await change(extra.id, fields);
    expect(await offered()).toEqual([]);
  });

  test.each([
    ["is not on sale", { state: "DRAFT" }],
    ["is archived", { state: "ARCHIVED" }],
    ["allows no bumps", { allowOrderBumps: false }],
    ["allows none of them", { maxOrderBumps: 0 }],
  ] as const)("is not offered with a product that %s", async (_, fields) => {
    await makeBump(app, main, { bumpProductId: extra.id });
    expect(await offered()).toHaveLength(1);
    await change(main.id, fields);
    expect(await offered()).toEqual([]);
  });

  test("is offered while one is left, or while it may be ordered ahead", async () => {
    await makeBump(app, main, { bumpProductId: extra.id });
    await change(extra.id, { trackInventory: true, inventoryQuantity: 1 });
    expect(await offered()).toHaveLength(1);
    await change(extra.id, { inventoryQuantity: -3, allowBackorder: true });
    expect(await offered()).toHaveLength(1);
  });

  test("whose last one this buyer's own open checkout holds stays on offer to them alone", async () => {
    const buyer = browserOf(newToken());
    await makeBump(app, main, { bumpProductId: extra.id });
    await change(extra.id, { trackInventory: true, inventoryQuantity: 0 });
    const [session] = await db
      .insert(checkoutSessions)
      .values({
        ownerId: main.ownerId,
        productId: main.id,
        browserHash: buyer.hash,
        email: "buyer@example.com",
        expiresAt: clock.now(),
      })
      .returning();
    await db.insert(stockHolds).values({
      checkoutSessionId: session?.id ?? "",
      productId: extra.id,
      quantity: 1,
      expiresAt: clock.now(),
    });
    expect(await offered(buyer)).toHaveLength(1);
    expect(await offered()).toEqual([]);
    await db.update(stockHolds).set({ state: "RELEASED" });
    expect(await offered(buyer)).toEqual([]);
  });
});

test("bumps come in their order, the older of two first, and no more than the product allows", async () => {
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000);
  await makeBump(app, main, { title: "third", position: 2, createdAt: at(0) });
  await makeBump(app, main, { title: "second", position: 1, createdAt: at(2) });
  await makeBump(app, main, { title: "first", position: 1, createdAt: at(1) });
  await makeBump(app, main, { title: "fourth", position: 3, createdAt: at(0) });
  expect(await titles()).toEqual(["first", "second", "third"]);
  await change(main.id, { maxOrderBumps: 2 });
  expect(await titles()).toEqual(["first", "second"]);
});

describe("what a buyer owns is not offered again", () => {
  const buys = (browserHash?: string) =>
    makeOrder(app, { items: [{ product: extra }], ...(browserHash && { browserHash }) });
  beforeEach(async () => void (await makeBump(app, main, { bumpProductId: extra.id })));

  test("to the browser that bought it, for 30 days; every other sees it", async () => {
    const buyer = browserOf(newToken());
    await buys(buyer.hash);
    expect(await offered(buyer)).toEqual([]);
    expect(await offered()).toHaveLength(1);
    clock.advance({ days: 31 });
    expect(await offered(buyer)).toHaveLength(1);
  });

  test("to whoever verified the address that bought it, until that session ends", async () => {
    const { customer } = await buys();
    const token = newToken();
    await db.insert(buyerSessions).values({
      tokenHash: hashToken(token),
      kind: "BEARER",
      customerId: customer.id,
      expiresAt: new Date(clock.now().getTime() + 60_000),
    });
    const verified: Caller = {
      call: (endpoint, input) => app.call(endpoint, input, { headers: { authorization: `Bearer ${token}` } }),
    };
    expect(await offered(verified)).toEqual([]);
    clock.advance({ minutes: 2 });
    expect(await offered(verified)).toHaveLength(1);
  });

  test.each([
    ["disputed", (id: string) => db.update(orders).set({ disputed: true }).where(eq(orders.id, id))],
    [
      "revoked",
      (id: string) => db.update(access).set({ revokedAt: clock.now() }).where(eq(access.orderId, id)),
    ],
  ])("but one that was %s is", async (_, undo) => {
    const buyer = browserOf(newToken());
    const order = await buys(buyer.hash);
    expect(await offered(buyer)).toEqual([]);
    await undo(order.id);
    expect(await offered(buyer)).toHaveLength(1);
  });

  test("though it was refunded, where the creator left it open", async () => {
    const buyer = browserOf(newToken());
    const order = await buys(buyer.hash);
    await db.update(orders).set({ status: "REFUNDED" }).where(eq(orders.id, order.id));
    expect(await offered(buyer)).toEqual([]);
    await db.update(access).set({ revokedAt: clock.now() }).where(eq(access.orderId, order.id));
    expect(await offered(buyer)).toHaveLength(1);
  });
});

test("nothing is offered with a product that does not exist", async () => {
  const { status, body } = await app.call(listPublicOrderBumps, {
    params: { productId: "00000000-0000-4000-8000-000000000000" },
  });
  expect([status, body]).toEqual([200, []]);
});

/** A browser with the cookie of buyers. */
function browserOf(token: string): Caller & { hash: string } {
  return {
    hash: hashToken(token),
    call: (endpoint, input) => app.call(endpoint, input, { cookies: { co: token } }),
  };
}
