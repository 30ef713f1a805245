import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { confirmTotal, createPaymentIntent, finishPayment } from "#contract/checkout.ts";
import { updateProduct } from "#contract/catalog.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;
const countOf = async (text: string, ...values: unknown[]) =>
  Number((await rowsOf<{ n: string }>(`select count(*) as n from ${text}`, ...values))[0]?.n);
const stockOf = async (productId: string) =>
  (
    await rowsOf<{ left: number }>("select inventory_quantity as left from products where id = $1", productId)
  )[0]?.left;
const holdsOf = (sessionId: string) =>
  countOf("stock_holds where checkout_session_id = $1 and state = 'HELD'", sessionId);

async function shop() {
  const main = await makeProduct(app, { priceCents: 5_000 });
  const extra = await makeProduct(app, { ownerId: main.ownerId, priceCents: 1_999 });
  const bump = await makeBump(app, main, {
    bumpProductId: extra.id,
    discountType: "PERCENTAGE",
    discountValue: 2_500,
  });
  const second = await makeBump(app, main, { discountType: "FIXED", discountValue: 900, position: 1 });
  return { main, extra, bump, second };
}

test("bumps join the cart at their offer's price, in the same intent, and leave it again", async () => {
  const { main, bump, second } = await shop();
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
  const { main, bump } = await shop();
  const other = await shop();
  const off = await makeBump(app, main, { active: false });
  for (const orderBumps of [[randomUUID()], [other.bump.id], [off.id], [bump.id, bump.id]]) {
    const { status } = await app.browser().call(createPaymentIntent, {
      body: { productId: main.id, customerEmail: "a@example.com", orderBumps },
    });
    expect(status).toBe(400);
  }
});

test("a sale with two bumps, a coupon and an affiliate leaves every line, use and commission in the books", async () => {
  const { main, extra, bump, second } = await shop();
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

test("a refused coupon says why at its field and changes nothing", async () => {
  const { main } = await shop();
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

test("of a hundred buyers at once, one gets the last use of a coupon", async () => {
  const { main } = await shop();
  const coupon = await makeCoupon(app, { ownerId: main.ownerId, code: "ONLYONE", usageLimit: 1 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      app.browser().call(createPaymentIntent, {
        body: { productId: main.id, customerEmail: `b${n}@example.com`, couponCode: "ONLYONE" },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(99);
  expect(await countOf("coupon_redemptions where coupon_id = $1 and state = 'HELD'", coupon.id)).toBe(1);
});

test("of a hundred buyers at once, one gets the last piece; it comes back when its payment is given up", async () => {
  const last = await makeProduct(app, { trackInventory: true, inventoryQuantity: 1 });
  const browsers = Array.from({ length: 100 }, () => app.browser());
  const answers = await Promise.all(
    browsers.map((browser, n) =>
      browser.call(createPaymentIntent, {
        body: { productId: last.id, customerEmail: `s${n}@example.com` },
      }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  expect(await stockOf(last.id)).toBe(0);

  app.clock.advance({ minutes: 31 });
  await app.reconcile();
  expect(await stockOf(last.id)).toBe(1);
  const [winner] = won;
  expect(await app.services.payments.getIntent(winner?.body.paymentIntentId ?? "")).toMatchObject({
    status: "canceled",
  });
});

test("stock that is paid for stays taken, and a late reconciler gives nothing back", async () => {
  const mug = await makeProduct(app, { trackInventory: true, inventoryQuantity: 3 });
  const browser = app.browser();
  const checkout = await openCheckout(browser, mug.id);
  await pay(browser, checkout);
  app.clock.advance({ minutes: 45 });
  await app.reconcile();
  expect(await stockOf(mug.id)).toBe(2);
  expect(await rowsOf("select state from stock_holds where product_id = $1", mug.id)).toEqual([
    { state: "USED" },
  ]);
  expect(await countOf("orders where product_id = $1 and status = 'PAID'", mug.id)).toBe(1);
});

test("a bump that leaves the cart gives its stock back at once, a backorder never runs out", async () => {
  const main = await makeProduct(app);
  const piece = await makeProduct(app, { ownerId: main.ownerId, trackInventory: true, inventoryQuantity: 1 });
  const bump = await makeBump(app, main, { bumpProductId: piece.id });
  const browser = app.browser();
  const held = await openCheckout(browser, main.id, "buyer@example.com", { orderBumps: [bump.id] });
  expect(await stockOf(piece.id)).toBe(0);
  expect(await holdsOf(held.checkoutSessionId)).toBe(1);
  await openCheckout(browser, main.id);
  expect(await stockOf(piece.id)).toBe(1);
  expect(await holdsOf(held.checkoutSessionId)).toBe(0);

  const endless = await makeProduct(app, {
    trackInventory: true,
    inventoryQuantity: 0,
    allowBackorder: true,
  });
  await openCheckout(app.browser(), endless.id);
  expect(await stockOf(endless.id)).toBe(-1);
});

test("two bumps toggled by two hands while the payment is confirmed: what is charged is what is recorded", async () => {
  const { main, bump, second } = await shop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "t@example.com");
  const toggles = [[bump.id], [second.id], [bump.id, second.id], []].map((orderBumps) =>
    browser.call(createPaymentIntent, {
      body: { productId: main.id, customerEmail: "t@example.com", orderBumps },
    }),
  );
  await Promise.all([...toggles, pay(browser, checkout)]);
  await browser.call(finishPayment, { body: { paymentIntentId: checkout.paymentIntentId ?? "" } });
  const intent = await app.services.payments.getIntent(checkout.paymentIntentId ?? "");
  const [order] = await rowsOf<{ id: string; total_cents: number }>(
    "select id, total_cents from orders where product_id = $1 and status = 'PAID'",
    main.id,
  );
  expect(order?.total_cents).toBe(intent.receivedCents);
  const [sum] = await rowsOf<{ cents: number }>(
    "select sum(total_price_cents)::int as cents from order_items where order_id = $1",
    order?.id,
  );
  expect(sum?.cents).toBe(intent.receivedCents);
});

test("what changed since the buyer looked is shown before the card is charged: price, bump, coupon", async () => {
  const { main, bump } = await shop();
  const coupon = await makeCoupon(app, { ownerId: main.ownerId, code: "SHORT", discountValue: 500 });
  const browser = app.browser();
  const seen = await openCheckout(browser, main.id, "c@example.com", {
    orderBumps: [bump.id],
    couponCode: "SHORT",
  });
  const confirm = (checkout: { checkoutSessionId: string; cartVersion: number; totalCents: number }) =>
    browser.call(confirmTotal, {
      params: { checkoutSessionId: checkout.checkoutSessionId },
      body: { cartVersion: checkout.cartVersion, totalCents: checkout.totalCents, customerName: "Cy" },
    });
  expect((await confirm(seen)).body).toMatchObject({ unchanged: true, couponProblem: null });
  await pool.query("update coupons set valid_until = $2 where id = $1", [coupon.id, app.clock.now()]);
  app.clock.advance({ seconds: 1 });
  const withoutCoupon = (await confirm(seen)).body;
  expect(withoutCoupon).toMatchObject({
    unchanged: false,
    totalCents: 6_499,
    coupon: null,
    couponProblem: "This coupon has expired.",
    clientSecret: seen.clientSecret,
  });
  await pool.query("update order_bumps set active = false where id = $1", [bump.id]);
  expect((await confirm(withoutCoupon)).body).toMatchObject({ unchanged: false, totalCents: 5_000 });
});

test("a checkout whose hold ran out goes on as a new one when the buyer comes back", async () => {
  const piece = await makeProduct(app, { trackInventory: true, inventoryQuantity: 1, priceCents: 2_000 });
  const browser = app.browser();
  const seen = await openCheckout(browser, piece.id);
  app.clock.advance({ minutes: 31 });
  await app.reconcile();
  const { body } = await browser.call(confirmTotal, {
    params: { checkoutSessionId: seen.checkoutSessionId },
    body: { cartVersion: seen.cartVersion, totalCents: seen.totalCents, customerName: "Bo" },
  });
  expect(body).toMatchObject({ unchanged: false, totalCents: 2_000 });
  expect(body.checkoutSessionId).not.toBe(seen.checkoutSessionId);
  await pay(browser, body);
  await deliverWebhooks(app);
  expect(await countOf("orders where product_id = $1 and status = 'PAID'", piece.id)).toBe(1);
  expect(await stockOf(piece.id)).toBe(0);
});

test("a physical product needs an address, which stands on its order", async () => {
  const book = await makeProduct(app, { type: "PHYSICAL", requiresShipping: true });
  const browser = app.browser();
  const checkout = await openCheckout(browser, book.id);
  expect(checkout.requiresShipping).toBe(true);
  const body = { cartVersion: 1, totalCents: checkout.totalCents, customerName: "Di" };
  const params = { checkoutSessionId: checkout.checkoutSessionId };
  expect(await browser.call(confirmTotal, { params, body })).toMatchObject({
    status: 422,
    body: { fields: { shippingAddress: "Please enter the address it is shipped to" } },
  });
  const shippingAddress = {
    name: "Di Reader",
    line1: "1 Long Lane",
    city: "Leeds",
    postalCode: "LS1 1AA",
    country: "gb",
  };
  expect(await browser.call(confirmTotal, { params, body: { ...body, shippingAddress } })).toMatchObject({
    status: 200,
    body: { unchanged: true },
  });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await rowsOf("select shipping_address from orders where product_id = $1", book.id)).toEqual([
    { shipping_address: { ...shippingAddress, country: "GB", line2: "", region: "" } },
  ]);
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
  expect((await ask("GIFT")).status).toBe(422);
  app.clock.advance({ minutes: 31 });
  await app.reconcile();
  expect((await ask("GIFT")).status).toBe(200);
});

test("a price that its creator lowered is charged as shown again", async () => {
  const { main } = await shop();
  const browser = app.browser();
  const seen = await openCheckout(browser, main.id);
  const creator = app.as({ id: main.ownerId });
  await creator.call(updateProduct, {
    params: { id: main.id },
    body: { title: main.title, slug: main.slug, type: "SERVICE", priceCents: 4_000 },
  });
  const { body } = await browser.call(confirmTotal, {
    params: { checkoutSessionId: seen.checkoutSessionId },
    body: { cartVersion: seen.cartVersion, totalCents: seen.totalCents, customerName: "Ed" },
  });
  expect(body).toMatchObject({ unchanged: false, totalCents: 4_000, clientSecret: seen.clientSecret });
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
