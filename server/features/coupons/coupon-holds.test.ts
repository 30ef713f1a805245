import { randomUUID } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#server/database/in-transaction.ts";
import { couponRedemptions, coupons } from "#server/database/schema/coupons.ts";
import { emailWithoutTag, orders } from "#server/database/schema/orders.ts";
import { makeCheckout, makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { selectCoupon } from "./coupon-terms.ts";
import { holdCoupon, isRepeatPurchase, releaseCoupon } from "./hold-coupon.ts";
import { giveBackCoupon, useCoupon } from "./use-coupon.ts";
import { withoutTag } from "./without-tag.ts";

const app = await testApp();
const { db, pool } = app.services;

type Coupon = Awaited<ReturnType<typeof makeCoupon>>;
type Checkout = Awaited<ReturnType<typeof makeCheckout>>;

const checkoutOf = (coupon: Coupon, email?: string) =>
  makeCheckout(app, { ownerId: coupon.ownerId, ...(email !== undefined && { email }) });

/** Many browsers with one product. */
async function checkoutsOf(coupon: Coupon, howMany: number) {
  const product = await makeProduct(app, { ownerId: coupon.ownerId });
  return Promise.all(
    Array.from({ length: howMany }, () =>
      makeCheckout(app, { ownerId: coupon.ownerId, productId: product.id }),
    ),
  );
}

const hold = (coupon: Coupon, checkout: Checkout, email = checkout.email) => {
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + 1_800_000);
  return holdCoupon(pool, {
    couponId: coupon.id,
    checkoutSessionId: checkout.id,
    email,
    network: "here",
    expiresAt,
    now,
  });
};

/** Writes the order of a checkout and counts its coupon, as completing it does. */
async function pay(coupon: Coupon, checkout: Checkout) {
  const product = await makeProduct(app, { ownerId: coupon.ownerId });
  const order = await makeOrder(app, {
    items: [{ product }],
    email: checkout.email,
    couponCode: coupon.code,
  });
  await db.update(orders).set({ checkoutSessionId: checkout.id }).where(eq(orders.id, order.id));
  return { order, use: await use(coupon, checkout, order.id) };
}

const use = (coupon: Coupon, checkout: Checkout, orderId: string) =>
  inTransaction(pool, (client) =>
    useCoupon(client, {
      couponId: coupon.id,
      checkoutSessionId: checkout.id,
      orderId,
      now: app.clock.now(),
    }),
  );

async function usageOf(coupon: Coupon) {
  const [row] = await db
    .select({ usageCount: coupons.usageCount })
    .from(coupons)
    .where(eq(coupons.id, coupon.id));
  const states = await db
    .select({ state: couponRedemptions.state, count: count() })
    .from(couponRedemptions)
    .where(eq(couponRedemptions.couponId, coupon.id))
    .groupBy(couponRedemptions.state);
  return {
    usageCount: row?.usageCount,
    ...Object.fromEntries(states.map(({ state, count }) => [state, count])),
  };
}

describe("a coupon with a limit", () => {
  test("of 1 is held by one of 100 payments that open at once, and used by that one", async () => {
    const coupon = await makeCoupon(app, { usageLimit: 1 });
    const checkouts = await checkoutsOf(coupon, 100);
    const held = await Promise.all(checkouts.map((checkout) => hold(coupon, checkout)));
    expect(held.filter((outcome) => outcome === "HELD")).toHaveLength(1);
    expect(held.filter((outcome) => outcome === "NONE_LEFT")).toHaveLength(99);
    const winner = checkouts[held.indexOf("HELD")];
    if (!winner) throw new Error("nobody won");
    expect((await pay(coupon, winner)).use).toBe("COUNTED");
    expect(await usageOf(coupon)).toEqual({ usageCount: 1, USED: 1 });
  });

  test("of 7 is used by 7 of 60 payments without a hold that end at once", async () => {
    const coupon = await makeCoupon(app, { usageLimit: 7 });
    const checkouts = await checkoutsOf(coupon, 60);
    const paid = await Promise.all(checkouts.map((checkout) => pay(coupon, checkout)));
    expect(paid.filter(({ use }) => use === "COUNTED")).toHaveLength(7);
    expect(paid.filter(({ use }) => use === "NO_ROOM")).toHaveLength(53);
    expect(await usageOf(coupon)).toEqual({ usageCount: 7, USED: 7 });
  });

  test("keeps what others hold from a payment without a hold", async () => {
    const coupon = await makeCoupon(app, { usageLimit: 2 });
    const [holder, late, later] = await checkoutsOf(coupon, 3);
    if (!holder || !late || !later) throw new Error("three were made");
    await hold(coupon, holder);
    expect((await pay(coupon, late)).use).toBe("COUNTED");
    expect((await pay(coupon, later)).use).toBe("NO_ROOM");
    expect((await pay(coupon, holder)).use).toBe("COUNTED");
    expect(await usageOf(coupon)).toEqual({ usageCount: 2, USED: 2 });
  });

  test("cannot be passed by anyone who writes to the database", async () => {
    const coupon = await makeCoupon(app, { usageLimit: 1, usageCount: 1 });
    await expect(pool.query("update coupons set usage_count = 2 where id = $1", [coupon.id])).rejects.toThrow(
      "coupons_usage",
    );
  });

  test("is free again when a hold is released, and when an order is fully refunded", async () => {
    const coupon = await makeCoupon(app, { usageLimit: 1 });
    const [first, second, third] = await checkoutsOf(coupon, 3);
    if (!first || !second || !third) throw new Error("three were made");
    await hold(coupon, first);
    expect(await hold(coupon, second)).toBe("NONE_LEFT");
    await releaseCoupon(pool, { checkoutSessionId: first.id });
    expect(await hold(coupon, second)).toBe("HELD");
    const { order } = await pay(coupon, second);
    expect(await hold(coupon, third)).toBe("NONE_LEFT");

    await Promise.all(Array.from({ length: 10 }, () => giveBackCoupon(pool, order.id)));
    expect(await usageOf(coupon)).toEqual({ usageCount: 0, RELEASED: 2 });
    expect(await hold(coupon, third)).toBe("HELD");
    // A late event of the refunded order counts nothing.
    expect(await use(coupon, second, order.id)).toBe("NOTHING_TO_COUNT");
    expect(await usageOf(coupon)).toMatchObject({ usageCount: 0, HELD: 1 });
  });
});

test("a hold is refreshed by its own checkout, and not counted against it", async () => {
  const coupon = await makeCoupon(app, { usageLimit: 1 });
  const [mine, theirs] = await checkoutsOf(coupon, 2);
  if (!mine || !theirs) throw new Error("two were made");
  await Promise.all(Array.from({ length: 10 }, () => hold(coupon, mine)));
  expect(await hold(coupon, mine, "Other+tag@Example.com")).toBe("HELD");
  const [row] = await db.select().from(couponRedemptions).where(eq(couponRedemptions.couponId, coupon.id));
  expect(row).toMatchObject({ state: "HELD", emailNormalized: "other@example.com" });
  expect(await usageOf(coupon)).toEqual({ usageCount: 0, HELD: 1 });
  const heldFor = async (sessionId: string | null) =>
    (await selectCoupon(pool, coupon.ownerId, ` ${coupon.code.toLowerCase()} `, sessionId))[0]?.heldCount;
  expect(await heldFor(mine.id)).toBe(0);
  expect(await heldFor(theirs.id)).toBe(1);
  expect(await heldFor(null)).toBe(1);
});

test("changing the coupon of a checkout lets go of the earlier one only", async () => {
  const coupon = await makeCoupon(app, { usageLimit: 1 });
  const better = await makeCoupon(app, { ownerId: coupon.ownerId, usageLimit: 1 });
  const checkout = await checkoutOf(coupon);
  await hold(coupon, checkout);
  await hold(better, checkout);
  await releaseCoupon(pool, { checkoutSessionId: checkout.id, exceptCouponId: better.id });
  expect(await usageOf(coupon)).toMatchObject({ RELEASED: 1 });
  expect(await usageOf(better)).toMatchObject({ HELD: 1 });
});

test("a paid order is counted once, however often it is completed", async () => {
  const coupon = await makeCoupon(app);
  const checkout = await checkoutOf(coupon);
  await hold(coupon, checkout);
  const { order } = await pay(coupon, checkout);
  const again = await Promise.all(Array.from({ length: 20 }, () => use(coupon, checkout, order.id)));
  expect(new Set(again)).toEqual(new Set(["NOTHING_TO_COUNT"]));
  expect(await usageOf(coupon)).toEqual({ usageCount: 1, USED: 1 });
});

test("a payment whose coupon was deleted meanwhile completes without it", async () => {
  const coupon = await makeCoupon(app, { usageLimit: 1 });
  const checkout = await checkoutOf(coupon);
  await hold(coupon, checkout);
  await db.delete(coupons).where(eq(coupons.id, coupon.id));
  expect((await pay(coupon, checkout)).use).toBe("NOTHING_TO_COUNT");
  expect(await hold(coupon, checkout)).toBe("NONE_LEFT");
});

describe("a coupon for first purchases", () => {
  test("is held by one of 30 payments of one browser and address, and by everyone else under any address", async () => {
    const coupon = await makeCoupon(app, { firstTimeCustomerOnly: true });
    const browserHash = randomUUID();
    const { ownerId } = coupon;
    const own = await Promise.all(
      Array.from({ length: 30 }, () => makeCheckout(app, { ownerId, browserHash })),
    );
    const held = await Promise.all(
      own.map((checkout, index) => hold(coupon, checkout, `Kim+${index}@example.com`)),
    );
    expect(held.filter((outcome) => outcome === "HELD")).toHaveLength(1);
    expect(held.filter((outcome) => outcome === "NOT_FIRST")).toHaveLength(29);
    // What one types proves nothing: nobody takes the coupon from whose address it is.
    const owner = await checkoutOf(coupon, "kim@example.com");
    expect(await hold(coupon, owner)).toBe("HELD");
  });

  test("had bought before by orders of this creator, of the address without its tag, refunded ones too", async () => {
    const creator = await makeCreator(app);
    const product = await makeProduct(app, { ownerId: creator.id });
    const coupon = await makeCoupon(app, { ownerId: creator.id, firstTimeCustomerOnly: true });
    const checkout = await checkoutOf(coupon);
    await makeOrder(app, { items: [{ product }], email: "ana+news@example.com", status: "REFUNDED" });
    await makeOrder(app, { items: [{ product }], email: "bo@example.com", status: "FAILED" });
    await makeOrder(app, { email: "cy@example.com" });
    const use = { couponId: coupon.id, checkoutSessionId: checkout.id };
    app.clock.advance({ minutes: 1 });
    const repeated = (email: string) => isRepeatPurchase(pool, { ...use, email, now: app.clock.now() });
    expect(await repeated("ANA@example.com")).toBe(true);
    expect(await repeated("ana+other@example.com")).toBe(true);
    expect(await repeated("bo@example.com")).toBe(false);
    expect(await repeated("cy@example.com")).toBe(false);
  });
});

test("an address loses its tag in the same way in the database", async () => {
  const part = fc.string({ unit: fc.constantFrom("a", "B", "+", ".", "7"), minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(part, async (local) => {
      const email = `${local}@Mail.example.com`;
      const { rows } = await db.execute<{ address: string }>(
        sql`select ${sql.raw(emailWithoutTag("given.email"))} as address from (select ${email}::text as email) given`,
      );
      expect(rows[0]?.address).toBe(withoutTag(email));
    }),
  );
  expect(withoutTag("Kim+a+b@Example.com")).toBe("kim@example.com");
  expect(withoutTag("+kim@example.com")).toBe("+kim@example.com");
});
