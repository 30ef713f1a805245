import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTrends,
} from "#contract/analytics/analytics.ts";
import { listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import { processUpsell } from "#contract/checkout/post-purchase.ts";
import { dayOf } from "#contract/dates.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  creator = await makeCreator(app);
});

type Query = Record<string, string>;
const summary = async (querystring: Query = {}) => {
  const { status, body, text } = await app.as(creator).call(getAnalyticsSummary, { querystring });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body;
};
const trends = async (querystring: Query = {}) =>
  (await app.as(creator).call(getAnalyticsTrends, { querystring })).body;
const breakdown = async (querystring: Query = {}) =>
  (await app.as(creator).call(getAnalyticsBreakdown, { querystring })).body;
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

/** All rows of a figure, page by page. */
async function rowsOf(figure: "revenue" | "orders" | "bumps" | "upsells" | "coupons", query: Query = {}) {
  const rows = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const querystring = { ...query, figure, ...(cursor && { cursor }) };
    const { body } = await app.as(creator).call(listAnalyticsRows, { querystring });
    rows.push(...body.rows);
    cursor = body.nextCursor;
  }
  return rows;
}

/** A product with a bump, an upsell and a coupon, bought once with all of them and once with none. */
async function boughtShop() {
  const ownerId = creator.id;
  const main = await makeProduct(app, { ownerId, priceCents: 5_000 });
  const bump = await makeBump(app, main);
  await app.services.pool.query("update products set price_cents = 1000 where id = $1", [bump.bumpProductId]);
  const extra = await makeProduct(app, { ownerId, priceCents: 3_000 });
  const upsell = await makeUpsell(app, main, { upsellProductId: extra.id });
  const coupon = await makeCoupon(app, { ownerId, discountType: "PERCENTAGE", discountValue: 1_000 });
  const [ann, bob] = [app.browser(), app.browser()];
  const cart = { orderBumps: [bump.id], couponCode: coupon.code };
  const one = await openCheckout(ann, main.id, "ann@example.com", cart);
  await pay(ann, one);
  await deliverWebhooks(app);
  await ann.call(processUpsell, {
    body: {
      upsellId: upsell.id,
      paymentIntentId: one.paymentIntentId ?? "",
      customerEmail: "ann@example.com",
      action: "ACCEPT",
    },
  });
  await deliverWebhooks(app);
  const two = await openCheckout(bob, main.id, "bob@example.com");
  await pay(bob, two);
  await deliverWebhooks(app);
  return { main, bump, upsell, coupon };
}

test("a new creator's figures are nothing, with nothing to divide by and nothing to compare with", async () => {
  expect(await summary()).toMatchObject({
    totalOrders: 0,
    totalRevenue: 0,
    totalRevenueChange: null,
    averageOrderValue: null,
    bumpAttachRate: null,
    bumpAttachRateChange: null,
    bumpOrders: 0,
    upsellAcceptRate: null,
    upsellAccepts: 0,
    upsellOffers: 0,
    couponUsageRate: null,
    couponUses: 0,
    bumpRevenue: 0,
    upsellRevenue: 0,
    totalDiscounts: 0,
  });
  expect(await trends()).toHaveLength(30);
  expect(await breakdown()).toMatchObject({ bumps: [], upsells: [], coupons: [], products: [] });
  expect((await summary({ period: "all" })).range).toMatchObject({ previousStartDate: null });
  for (const call of [getAnalyticsSummary, getAnalyticsBreakdown, getAnalyticsTrends])
    expect((await app.call(call, { querystring: {} })).status).toBe(401);
});

test("bumps, upsells and coupons are counted of the orders that could have them", async () => {
  const { bump, upsell, coupon, main } = await boughtShop();
  const figures = await summary();
  const discount = 600; // A tenth of both lines.
  expect(figures).toMatchObject({
    totalOrders: 2,
    checkoutOrders: 2,
    bumpOrders: 1,
    bumpAttachRate: 50,
    upsellAccepts: 1,
    upsellRevenue: 3_000,
    couponUses: 1,
    couponUsageRate: 50,
    totalDiscounts: discount,
    totalRevenue: 5_000 + 1_000 + 3_000 - discount + 5_000,
    paidCents: 13_400,
    refundedCents: 0,
    averageOrderValue: 6_700,
  });
  const lists = await breakdown();
  expect(lists.bumps).toMatchObject([
    {
      id: bump.id,
      name: bump.title,
      type: "ORDER_BUMP",
      totalOffered: 2,
      totalAccepted: 1,
      conversionRate: 50,
    },
  ]);
  expect(lists.upsells).toMatchObject([{ id: upsell.id, type: "UPSELL", revenue: 3_000, totalAccepted: 1 }]);
  expect(lists.coupons).toMatchObject([
    {
      id: coupon.id,
      name: coupon.code,
      totalOffered: 2,
      totalAccepted: 1,
      conversionRate: 50,
      revenue: 8_400,
    },
  ]);
  expect(lists.products).toMatchObject([{ id: main.id, revenue: 13_400, totalAccepted: 2, avgValue: 6_700 }]);
  expect(sum(lists.bumps.map(({ revenue }) => revenue))).toBe(figures.bumpRevenue);
  // Another creator sees nothing of it, and no product of somebody else's can be asked for.
  const other = await makeCreator(app);
  const { body } = await app.as(other).call(getAnalyticsSummary, { querystring: {} });
  expect(body.totalOrders).toBe(0);
  const foreign = { querystring: { productId: main.id } };
  expect((await app.as(other).call(getAnalyticsSummary, foreign)).status).toBe(404);
});

test("a refund counts on its own day, however late, and every figure is the sum of its rows", async () => {
  await boughtShop();
  app.clock.advance({ days: 60 });
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select order_id as id from order_items where owner_id = $1 and item_type = 'UPSELL'",
    [creator.id],
  );
  const refund = { params: { id: rows[0]?.id ?? "" }, body: { idempotencyKey: "given-back-1" } };
  expect((await app.as(creator).call(refundOrder, refund)).status).toBe(200);
  await deliverWebhooks(app);
  const late = await summary({ period: "7d" });
  expect(late).toMatchObject({
    totalOrders: 0,
    totalRevenue: -8_400,
    refundedCents: 8_400,
    upsellRevenue: -3_000,
  });
  for (const period of ["7d", "90d", "all"]) {
    const figures = await summary({ period });
    const cents = async (figure: Parameters<typeof rowsOf>[0]) =>
      sum((await rowsOf(figure, { period })).map(({ cents }) => cents ?? 0));
    expect(await cents("revenue")).toBe(figures.totalRevenue);
    expect(await cents("orders")).toBe(figures.paidCents);
    expect((await rowsOf("orders", { period })).length).toBe(figures.totalOrders);
    expect(await cents("bumps")).toBe(figures.bumpRevenue);
    expect(await cents("upsells")).toBe(figures.upsellRevenue);
    expect(await cents("coupons")).toBe(figures.totalDiscounts);
    expect((await rowsOf("coupons", { period })).length).toBe(figures.couponUses);
    const lists = await breakdown({ period });
    expect(sum(lists.products.map(({ revenue }) => revenue))).toBe(figures.totalRevenue);
    expect(sum(lists.upsells.map(({ revenue }) => revenue))).toBe(figures.upsellRevenue);
    const days = await trends({ period, granularity: "week" });
    expect(sum(days.map(({ revenue }) => revenue))).toBe(figures.totalRevenue);
  }
  // What was given back whole has given its coupon back.
  expect(await summary({ period: "all" })).toMatchObject({
    totalOrders: 2,
    couponUses: 0,
    totalRevenue: 5_000,
  });
});

test("rows come page by page, each once", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  const createdAt = app.services.clock.now();
  for (let order = 0; order < 61; order++) await makeOrder(app, { items: [{ product }], createdAt });
  const rows = await rowsOf("orders", { endDate: dayOf(createdAt, "UTC") });
  expect(new Set(rows.map(({ id }) => id)).size).toBe(61);
  expect(rows[0]).toMatchObject({
    kind: "ORDER",
    title: product.title,
    cents: 1_900,
    orderNumber: expect.any(Number),
  });
});

test("a period is compared with as many days before it, until the same time of day", async () => {
  const at = (moment: string) => new Date(moment);
  vi.spyOn(app.services.clock, "now").mockReturnValue(at("2026-03-20T12:00:00Z"));
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 1_000 });
  for (const paid of [
    "2026-03-14T00:00:00Z", // the first moment of the seven days
    "2026-03-20T11:00:00Z",
    "2026-03-20T10:00:00Z",
    "2026-03-13T12:00:00Z", // after the same time of day
    "2026-03-13T11:59:59Z", // before it
    "2026-03-07T00:00:00Z", // the first moment of the seven days before
    "2026-03-06T23:59:59Z",
  ])
    await makeOrder(app, { items: [{ product }], createdAt: at(paid) });
  expect(await summary({ period: "7d" })).toMatchObject({
    totalOrders: 3,
    totalOrdersChange: 50,
    totalRevenueChange: 50,
    range: {
      zone: "UTC",
      startDate: "2026-03-14",
      endDate: "2026-03-20",
      isSoFar: true,
      previousStartDate: "2026-03-07",
      previousEndDate: "2026-03-13",
    },
  });
  const past = { startDate: "2026-03-07", endDate: "2026-03-13" };
  expect(await summary(past)).toMatchObject({ totalOrders: 3, range: { isSoFar: false } });
  expect(await summary({ period: "all" })).toMatchObject({ totalOrders: 7, totalOrdersChange: null });
  expect(
    (await trends({ period: "30d", granularity: "month" })).map(({ date, until }) => [date, until]),
  ).toEqual([
    ["2026-02-19", "2026-02-28"],
    ["2026-03-01", "2026-03-20"],
  ]);
  expect(await summary({ timeframe: "7d" })).toMatchObject({ totalOrders: 3 });
});

test("dates that are none, or no range, are refused by name", async () => {
  const ask = async (querystring: Query) =>
    (await app.as(creator).call(getAnalyticsTrends, { querystring })) as { status: number; body: unknown };
  const refused = (field: string) => ({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  expect(await ask({ startDate: "2026-02-30" })).toMatchObject(refused("startDate"));
  expect(await ask({ startDate: "0001-01-01" })).toMatchObject(refused("startDate"));
  expect(await ask({ endDate: "soon" })).toMatchObject(refused("endDate"));
  expect(await ask({ startDate: "2026-03-02", endDate: "2026-03-01" })).toMatchObject(refused("endDate"));
  expect(await ask({ startDate: "2001-01-01", endDate: "2026-03-01" })).toMatchObject(refused("startDate"));
  expect(await ask({ period: "2d" })).toMatchObject(refused("period"));
  expect(await ask({ timeframe: "all" })).toMatchObject(refused("timeframe"));
  expect(await ask({ granularity: "hour" })).toMatchObject(refused("granularity"));
  expect(await ask({ productId: "x" })).toMatchObject(refused("productId"));
  expect((await ask({ startDate: "2199-01-01" })).status).toBe(422);
  expect((await ask({ startDate: "2190-01-01", endDate: "2190-01-02" })).status).toBe(200);
});

// Both changes of the clocks of New York and of Lord Howe, which moves them by half an hour; Kathmandu is 5:45 ahead.
const nearChanges = ["2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04"].map((day) => Date.parse(day));
const zones = ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Asia/Calcutta", "UTC"];

test("days, their sums and the whole are those of the creator's clocks, whatever these do", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(new Date("2026-12-01T12:00:00Z"));
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 1 });
  const quarter = 15 * 60_000;
  const places = fc.array(fc.tuple(fc.constantFrom(...nearChanges), fc.integer({ min: -300, max: 300 })), {
    minLength: 40,
    maxLength: 40,
  });
  const moments = fc
    .sample(places, 1)
    .flat()
    .map(([day, quarters]) => day + quarters * quarter);
  for (const moment of moments)
    for (const off of [0, -1])
      await makeOrder(app, { items: [{ product }], createdAt: new Date(moment + off) });
  const all = moments.flatMap((moment) => [new Date(moment), new Date(moment - 1)]);
  for (const timeZone of zones) {
    await app.services.pool.query("update users set time_zone = $2 where id = $1", [creator.id, timeZone]);
    const days = await trends({ startDate: "2026-03-01", endDate: "2026-11-30" });
    const counted = Object.fromEntries(
      days.filter(({ orders }) => orders > 0).map((row) => [row.date, row.orders]),
    );
    const expected: Record<string, number> = {};
    for (const moment of all)
      expected[dayOf(moment, timeZone)] = (expected[dayOf(moment, timeZone)] ?? 0) + 1;
    expect(counted).toEqual(expected);
    for (const day of Object.keys(expected).slice(0, 4))
      expect((await summary({ startDate: day, endDate: day })).totalOrders).toBe(expected[day]);
  }
});
