import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeBumpShop } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;
const countOf = async (text: string, ...values: unknown[]) =>
  Number((await rowsOf<{ n: string }>(`select count(*) as n from ${text}`, ...values))[0]?.n);

test("bumps join the cart at their offer's price, in the same intent, and leave it again", async () => {
  const { main, bump, second } = await makeBumpShop(app);
  const browser = app.browser();
  const plain = await openCheckout(browser, main.id);
  const full = await openCheckout(browser, main.id, "buyer@example.com", {
    orderBumps: [bump.id, second.id],
  });
  expect(full).toMatchObject({
    clientSecret: plain.clientSecret,
    totalCents: 5_000 + 1_499 + 1_000,
    lines: [
      { itemType: "MAIN", totalPriceCents: 5_000, offerId: null },
      { itemType: "ORDER_BUMP", totalPriceCents: 1_499, discountCents: 500, offerId: bump.id },
      { itemType: "ORDER_BUMP", totalPriceCents: 1_000, discountCents: 900, offerId: second.id },
    ],
  });
  expect(await app.services.payments.getIntent(full.paymentIntentId ?? "")).toMatchObject({
    amountCents: 7_499,
    metadata: { cart_version: "2" },
  });
  const back = await openCheckout(browser, main.id);
  expect(back).toMatchObject({ clientSecret: plain.clientSecret, totalCents: 5_000, cartVersion: 3 });
});

test("a bump that is unknown, another creator's, of another product, twice or switched off is refused", async () => {
  const { main, bump } = await makeBumpShop(app);
  const other = await makeBumpShop(app);
  const off = await makeBump(app, main, { active: false });
  for (const orderBumps of [[randomUUID()], [other.bump.id], [off.id], [bump.id, bump.id]]) {
    const { status } = await app.browser().call(createPaymentIntent, {
      body: { productId: main.id, customerEmail: "a@example.com", orderBumps },
    });
    expect(status).toBe(400);
  }
});

test("a sale with two bumps, a coupon and an affiliate leaves every line, use and commission in the books", async () => {
  const { main, extra, bump, second } = await makeBumpShop(app);
  const coupon = await makeCoupon(app, {
    ownerId: main.ownerId,
    code: "SAVE20",
    discountType: "PERCENTAGE",
    discountValue: 2_000,
    usageLimit: 5,
  });
  const { link } = await makeAffiliate(app, { ownerId: main.ownerId });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "ann@example.com", {
    orderBumps: [bump.id, second.id],
    couponCode: "save20",
    affiliateCode: link.code,
  });
  // Main: 20 % off; the first bump keeps its own 25 %; the second keeps its 900 cents, which are more than 20 %.
  expect(checkout).toMatchObject({
    totalCents: 4_000 + 1_499 + 1_000,
    coupon: { code: "SAVE20", discountCents: 1_000 },
  });
  await pay(browser, checkout);
  await deliverWebhooks(app, 3);

  const [order] = await rowsOf<Record<string, unknown>>(
    "select id, total_cents, status, coupon_code, coupon_id, affiliate_link_code from orders where product_id = $1",
    main.id,
  );
  expect(order).toMatchObject({
    total_cents: 6_499,
    status: "PAID",
    coupon_code: "SAVE20",
    coupon_id: coupon.id,
    affiliate_link_code: link.code,
  });
  expect(
    await rowsOf(
      `select item_type, total_price_cents, discount_source from order_items where order_id = $1 order by item_type desc, total_price_cents desc`,
      order?.["id"],
    ),
  ).toEqual([
    { item_type: "ORDER_BUMP", total_price_cents: 1_499, discount_source: "OFFER" },
    { item_type: "ORDER_BUMP", total_price_cents: 1_000, discount_source: "OFFER" },
    { item_type: "MAIN", total_price_cents: 4_000, discount_source: "COUPON" },
  ]);
  expect(await rowsOf("select usage_count from coupons where id = $1", coupon.id)).toEqual([
    { usage_count: 1 },
  ]);
  expect(
    await rowsOf("select amount_cents from commissions where order_id = $1 order by 1", order?.["id"]),
  ).toEqual([{ amount_cents: 200 }, { amount_cents: 299 }, { amount_cents: 800 }]);
  expect(await countOf("access where product_id = any ($1::uuid[])", [main.id, extra.id])).toBe(2);
});

test("an order lists its bumps as they stood in its cart", async () => {
  const main = await makeProduct(app, { priceCents: 5_000, maxOrderBumps: 5 });
  const browser = app.browser();
  const bumps = [];
  for (let position = 0; position < 5; position++) bumps.push(await makeBump(app, main, { position }));
  const checkout = await openCheckout(browser, main.id, "ann@example.com", {
    orderBumps: bumps.map((bump) => bump.id),
  });
  await pay(browser, checkout);
  await deliverWebhooks(app, 3);
  const { body } = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: checkout.paymentIntentId ?? "" },
    querystring: { customer_email: "ann@example.com" },
  });
  expect(body.orderItems.map((line) => line.product.id)).toEqual([
    main.id,
    ...bumps.map((bump) => bump.bumpProductId),
  ]);
});

test("a refused coupon says why at its field and changes nothing", async () => {
  const { main } = await makeBumpShop(app);
  await makeCoupon(app, { ownerId: main.ownerId, code: "BIGSPEND", minimumOrderCents: 6_000 });
  const browser = app.browser();
  const before = await openCheckout(browser, main.id);
  for (const [couponCode, code] of [
    ["NOSUCH", "COUPON_NOT_FOUND"],
    ["BIGSPEND", "COUPON_BELOW_MINIMUM"],
  ]) {
    const answer = await browser.call(createPaymentIntent, {
      body: { productId: main.id, customerEmail: "buyer@example.com", couponCode },
    });
    expect(answer).toMatchObject({ status: 422, body: { code, fields: { couponCode: expect.any(String) } } });
  }
  expect(await openCheckout(browser, main.id)).toEqual(before);
});

test("a coupon that leaves less than a card can pay is refused; one that leaves nothing makes a free order", async () => {
  const product = await makeProduct(app, { priceCents: 1_000 });
  await makeCoupon(app, { ownerId: product.ownerId, code: "ALMOST", discountValue: 970 });
  await makeCoupon(app, { ownerId: product.ownerId, code: "GIFT", discountValue: 1_000, usageLimit: 1 });
  const ask = (couponCode: string) =>
    app.browser().call(createPaymentIntent, {
      body: { productId: product.id, customerEmail: "g@example.com", couponCode },
    });
  expect(await ask("ALMOST")).toMatchObject({ status: 422, body: { code: "COUPON_TOTAL_TOO_SMALL" } });
  expect(await ask("GIFT")).toMatchObject({ status: 200, body: { free: true, clientSecret: null } });
  expect((await ask("GIFT")).status).toBe(200);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
