import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteProduct } from "#contract/catalog/product-actions.ts";
import {
  type CouponInput,
  createCoupon,
  deleteCoupon,
  exportCoupons,
  getCouponSummary,
  listCoupons,
  updateCoupon,
} from "#contract/coupons/coupons.ts";
import { users } from "#server/database/schema/accounts.ts";
import { couponRedemptions, coupons } from "#server/database/schema/coupons.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { orderItems, orders } from "#server/database/schema/orders.ts";
import { makeCheckout, makeCoupon } from "#tests/support/coupon-factory.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { holdCoupon } from "./hold-coupon.ts";

const app = await testApp();
const { db, pool } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const create = (body: CouponInput) => app.as(creator).call(createCoupon, { body });
const change = (id: string, body: Partial<CouponInput>) =>
  app.as(creator).call(updateCoupon, { params: { id }, body });
const list = async () => (await app.as(creator).call(listCoupons)).body;
const summary = async () => (await app.as(creator).call(getCouponSummary)).body;

describe("a new coupon", () => {
  test("takes $5 off everything from now on unless told otherwise", async () => {
    const before = app.clock.now().getTime();
    const { status, body } = await create({ code: " Save5 " });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      code: "Save5",
      discountType: "FIXED",
      discountValue: 500,
      minimumOrderCents: 0,
      usageLimit: null,
      usageCount: 0,
      validUntil: null,
      applicableProducts: null,
      firstTimeCustomerOnly: false,
      active: true,
    });
    expect(new Date(body.validFrom).getTime()).toBeGreaterThanOrEqual(before);
    expect(await list()).toEqual([body]);
  });

  test("takes plain dates as days of the creator's zone, the last one included", async () => {
    const { db } = app.services;
    await db.update(users).set({ timeZone: "America/New_York" }).where(eq(users.id, creator.id));
    const { status, body } = await create({
      code: "DAYS",
      validFrom: "2026-12-01",
      validUntil: "2026-12-31",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      validFrom: "2026-12-01T05:00:00.000Z",
      validUntil: "2027-01-01T04:59:59.999Z",
    });
    const { body: one } = await change(body.id, { validUntil: "2026-12-01" });
    expect(one).toMatchObject({ validFrom: body.validFrom, validUntil: "2026-12-02T04:59:59.999Z" });
    const refused = (message: string) => ({ status: 422, body: { fields: { validUntil: message } } });
    expect(await change(body.id, { validUntil: "2026-11-30" })).toMatchObject(
      refused("The end must be after the start"),
    );
    expect(await create({ code: "LATE", validUntil: "9999-12-31" })).toMatchObject(
      refused("Use a year from 1 to 9999"),
    );
    for (const validFrom of ["2026-02-30", "0000-01-01", "tomorrow", "12/01/2026"])
      expect(await create({ code: "NEVER", validFrom })).toMatchObject({
        status: 422,
        body: { fields: { validFrom: expect.any(String) } },
      });
  });

  test("keeps every field", async () => {
    const one = await makeProduct(app, { ownerId: creator.id });
    const two = await makeProduct(app, { ownerId: creator.id });
    const given = {
      code: "AUTUMN",
      name: "Autumn",
      description: "A fifth off",
      discountType: "PERCENTAGE",
      discountValue: 2_000,
      minimumOrderCents: 1_050,
      usageLimit: 3,
      validFrom: "2026-09-01T08:00:00.000Z",
      validUntil: "2026-12-01T08:00:00.000Z",
      applicableProducts: [one.id, two.id].toSorted(),
      firstTimeCustomerOnly: true,
      active: false,
    } as const;
    const applicableProducts = [two.id, one.id, two.id];
    expect((await create({ ...given, applicableProducts })).body).toMatchObject(given);
    expect((await create({ code: "ALL", applicableProducts: [] })).body.applicableProducts).toBeNull();
  });

  test("has a code of its own in every case, and only among the creator's coupons", async () => {
    await create({ code: "Save5" });
    expect(await create({ code: "SAVE5" })).toMatchObject({
      status: 409,
      body: { fields: { code: "You already have a coupon with this code" } },
    });
    const other = await makeCreator(app);
    expect((await app.as(other).call(createCoupon, { body: { code: "SAVE5" } })).status).toBe(201);
    const { body } = await create({ code: "OTHER" });
    expect((await change(body.id, { code: "save5" })).status).toBe(409);
    expect((await change(body.id, { code: "other" })).body.code).toBe("other");
  });

  test("is made and used by what its code says, whatever is wrapped around it", async () => {
    const wrapped = [
      "\u200bSpring5\ufeff",
      "“SPRING5”",
      "'spring5' ",
      "ＳＰＲＩＮＧ５",
      "\u202aSpr\u00ading5\u202c\u00a0",
    ];
    expect((await create({ code: wrapped[0]! })).body.code).toBe("Spring5");
    for (const code of wrapped) expect((await create({ code })).status, code).toBe(409);
    const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
    for (const couponCode of wrapped) {
      const priced = await app.browser().call(createPaymentIntent, {
        body: { productId: product.id, customerEmail: "ada@example.com", couponCode },
      });
      expect([priced.status, priced.body.totalCents], couponCode).toEqual([200, 1_500]);
    }
  });

  test.each<[Partial<CouponInput>, Record<string, string>]>([
    [{ code: " a " }, { code: "Coupon code must be at least 3 characters long" }],
    [{ code: "TWO WORDS" }, { code: "Use the letters A to Z and digits, without spaces" }],
    [{ code: "😀ab" }, { code: "Use the letters A to Z and digits, without spaces" }],
    [{ discountValue: 0 }, { discountValue: "Discount value must be greater than 0" }],
    [{ discountValue: -5 }, { discountValue: "Discount value must be greater than 0" }],
    [{ discountType: "PERCENTAGE", discountValue: 10_001 }, { discountValue: "A percentage is at most 100" }],
    [{ usageLimit: 0 }, { usageLimit: "Usage limit must be at least 1" }],
    [
      { validFrom: "2026-09-01T08:00:00Z", validUntil: "2026-09-01T08:00:00Z" },
      { validUntil: "The end must be after the start" },
    ],
  ])("cannot have %o", async (fields, problems) => {
    const answer = await create({ code: "SAVE5", ...fields });
    expect([answer.status, answer.body]).toMatchObject([422, { fields: problems }]);
    expect(await list()).toEqual([]);
  });

  test("with free shipping needs no value", async () => {
    const { status, body } = await create({
      code: "SHIP",
      discountType: "FREE_SHIPPING",
      discountValue: 700,
    });
    expect([status, body.discountValue]).toEqual([201, 0]);
  });

  test("is for own products only, and takes nobody's word for its owner and its uses", async () => {
    const theirs = await makeProduct(app);
    const mine = await makeProduct(app, { ownerId: creator.id });
    for (const applicableProducts of [[theirs.id], [mine.id, crypto.randomUUID()]])
      expect(await create({ code: "MINE", applicableProducts })).toMatchObject({
        status: 422,
        body: { fields: { applicableProducts: "Choose from your own products" } },
      });
    expect(await list()).toEqual([]);
    const extra = { ownerId: theirs.ownerId, usageCount: 9, id: crypto.randomUUID() };
    const { body } = await create({ code: "MINE", ...extra });
    expect(body.usageCount).toBe(0);
    expect((await list()).map(({ id }) => id)).toEqual([body.id]);
  });
});

describe("a changed coupon", () => {
  test("keeps what is left out: turning it off and on changes nothing else", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    const { body } = await create({ code: "ONE", applicableProducts: [product.id], minimumOrderCents: 900 });
    const off = await change(body.id, { active: false });
    expect(off.body).toEqual({ ...body, active: false, revision: 2, updatedAt: off.body.updatedAt });
    expect((await change(body.id, { active: true })).body.active).toBe(true);
    expect((await change(body.id, { applicableProducts: null })).body.applicableProducts).toBeNull();
  });

  test("is checked as a whole", async () => {
    const { body } = await create({ code: "ONE", discountValue: 20_000 });
    expect(await change(body.id, { discountType: "PERCENTAGE" })).toMatchObject({
      status: 422,
      body: { fields: { discountValue: "A percentage is at most 100" } },
    });
  });

  test("cannot have a limit below the uses that are paid or being paid", async () => {
    const coupon = await makeCoupon(app, { ownerId: creator.id, usageLimit: 5, usageCount: 1 });
    const checkout = await makeCheckout(app, { ownerId: creator.id });
    const now = app.clock.now();
    const hold = {
      couponId: coupon.id,
      checkoutSessionId: checkout.id,
      email: checkout.email,
      network: "here",
    };
    await holdCoupon(pool, { ...hold, expiresAt: now, now });
    expect(await change(coupon.id, { usageLimit: 1 })).toMatchObject({
      status: 422,
      body: { fields: { usageLimit: "At least 2: so often it has been used or is being paid with" } },
    });
    expect((await change(coupon.id, { usageLimit: 2 })).status).toBe(200);
    expect((await change(coupon.id, { usageLimit: null })).body.usageLimit).toBeNull();
  });
});

test("another creator's coupon and one that does not exist look the same", async () => {
  const theirs = await makeCoupon(app);
  for (const id of [theirs.id, crypto.randomUUID()]) {
    const answers = [
      await change(id, { active: false }),
      await app.as(creator).call(deleteCoupon, { params: { id } }),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { message: "Coupon not found", code: "NOT_FOUND" }]);
  }
  const [row] = await db.select().from(coupons).where(eq(coupons.id, theirs.id));
  expect(row).toEqual(theirs);
});

test("a deleted coupon takes its holds with it, and orders keep its code", async () => {
  const coupon = await makeCoupon(app, { ownerId: creator.id, code: "GONE" });
  const product = await makeProduct(app, { ownerId: creator.id });
  const order = await makeOrder(app, { items: [{ product, discountCents: 500 }], couponCode: "GONE" });
  const checkout = await makeCheckout(app, { ownerId: creator.id });
  await db.insert(couponRedemptions).values([
    {
      couponId: coupon.id,
      checkoutSessionId: checkout.id,
      emailNormalized: "a@example.com",
      expiresAt: app.clock.now(),
    },
  ]);
  expect(await app.as(creator).call(deleteCoupon, { params: { id: coupon.id } })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await list()).toEqual([]);
  const [kept] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(kept?.couponCode).toBe("GONE");
  expect((await create({ code: "GONE" })).body.usageCount).toBe(0);
});

test("a coupon for one product is for no other once that product is deleted", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  const { body } = await create({ code: "ONE", applicableProducts: [product.id] });
  await app.as(creator).call(deleteProduct, { params: { id: product.id } });
  expect((await list())[0]).toMatchObject({ id: body.id, applicableProducts: [product.id] });
});

test("the figures are counted from paid orders with a coupon", async () => {
  expect(await summary()).toEqual({
    total: 0,
    active: 0,
    redemptions: 0,
    discountCents: 0,
    revenueCents: 0,
  });
  const ownerId = creator.id;
  const past = new Date(app.clock.now().getTime() - 1_000);
  await makeCoupon(app, { ownerId });
  await makeCoupon(app, { ownerId, active: false });
  await makeCoupon(app, { ownerId, validUntil: past });
  await makeCoupon(app, { ownerId, usageLimit: 1, usageCount: 1 });
  await makeCoupon(app, { ownerId, validFrom: new Date(app.clock.now().getTime() + 60_000) });
  const product = await makeProduct(app, { ownerId, priceCents: 2_000 });
  const bump = await makeProduct(app, { ownerId, priceCents: 1_000 });
  const items = [
    { product, discountCents: 300 },
    { product: bump, discountCents: 100 },
  ];
  const withCoupon = await makeOrder(app, { items, couponCode: "A", refundedCents: 600 });
  const main = withCoupon.items[0];
  if (!main) throw new Error("no line was made");
  await db.update(orderItems).set({ discountSource: "COUPON" }).where(eq(orderItems.id, main.id));
  await makeOrder(app, { items });
  await makeOrder(app, { items, couponCode: "A", status: "REFUNDED" });
  await makeOrder(app, { items, couponCode: "A", status: "PENDING" });
  await makeOrder(app, { couponCode: "A" });
  expect(await summary()).toEqual({
    total: 5,
    active: 1,
    redemptions: 1,
    discountCents: 300,
    revenueCents: 2_000,
  });
});

test("the list is a CSV file, too, of the creator's own coupons", async () => {
  await makeCoupon(app, { code: "THEIRS" });
  const product = await makeProduct(app, { ownerId: creator.id, title: "The Book" });
  await create({
    code: "=CODE",
    name: "Readers, all",
    discountType: "PERCENTAGE",
    discountValue: 1_250,
    minimumOrderCents: 1_999,
    usageLimit: 10,
    validFrom: "2026-01-02T03:04:05.000Z",
    applicableProducts: [product.id],
  });
  const { text, headers } = await app.as(creator).call(exportCoupons);
  expect(headers["content-disposition"]).toBe('attachment; filename="coupons.csv"');
  const [head, row, ...rest] = csvLines(text);
  expect(head).toContain("Code,Name,Description,Status,Discount type,Discount ($ or %),Minimum order ($)");
  expect(row).toMatch(
    /^'=CODE,Readers, all,,Active,PERCENTAGE,12.5,19.99,0,10,2026-01-02T03:04:05.000Z,,The Book,no,yes,/,
  );
  expect(rest).toEqual([]);
});
