import { expect, test } from "vitest";
import { createPaymentIntent, leaveCheckout } from "#contract/checkout/checkout.ts";
import {
  type CartWishes,
  deliverWebhooks,
  goodCard,
  openCheckout,
  pay,
  pressPay,
  sendWebhook,
  takeEvents,
} from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import type { Caller } from "#tests/support/test-app.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;
const countOf = async (text: string, ...values: unknown[]) =>
  Number((await rowsOf<{ n: string }>(`select count(*) as n from ${text}`, ...values))[0]?.n);
const leftOf = async (productId: string) =>
  (
    await rowsOf<{ left: number }>("select inventory_quantity as left from products where id = $1", productId)
  )[0]?.left;
const usesHeld = (couponId: string) =>
  countOf("coupon_redemptions where coupon_id = $1 and state = 'HELD'", couponId);
const soldOf = (productId: string) => countOf("orders where product_id = $1 and status = 'PAID'", productId);
const pieces = (inventoryQuantity: number) =>
  makeProduct(app, { priceCents: 2_000, trackInventory: true, inventoryQuantity });
const declined = { ...goodCard, number: "4000000000000002" };

let network = 0;
/** An address in a network of its own. */
const newAddress = () => `10.20.${network++}.7`;

async function pressed(
  productId: string,
  wishes: CartWishes = {},
  browser: Caller = app.browser(newAddress()),
) {
  const checkout = await openCheckout(browser, productId, "buyer@example.com", wishes);
  const { status, body } = await pressPay(browser, checkout);
  return { browser, checkout, status, body };
}

test("visitors who only look take nothing: a stock of 25 and ten uses of a code are there after 25 checkouts", async () => {
  const product = await pieces(25);
  const coupon = await makeCoupon(app, { ownerId: product.ownerId, usageLimit: 10 });
  for (let n = 0; n < 25; n++)
    await openCheckout(app, product.id, `looker${n}@example.com`, { couponCode: coupon.code });
  expect(await leftOf(product.id)).toBe(25);
  expect(await usesHeld(coupon.id)).toBe(0);
  expect((await pressed(product.id, { couponCode: coupon.code })).body).toMatchObject({ unchanged: true });
  expect(await leftOf(product.id)).toBe(24);
  expect(await usesHeld(coupon.id)).toBe(1);
});

test("before pay is pressed, a checkout says what is left and no more", async () => {
  const product = await pieces(1);
  const looker = app.browser();
  const seen = await openCheckout(looker, product.id);
  expect((await pressed(product.id)).status).toBe(200);
  const late = await app.browser().call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: "late@example.com" },
  });
  expect(late).toMatchObject({ status: 409, body: { code: "SOLD_OUT" } });
  expect(await pressPay(looker, seen)).toMatchObject({ status: 409, body: { code: "SOLD_OUT" } });
});

test("pay holds for fifteen minutes, pressed again for fifteen more, and no longer", async () => {
  const product = await pieces(1);
  const { browser, checkout } = await pressed(product.id);
  app.clock.advance({ minutes: 14 });
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
  app.clock.advance({ minutes: 14 });
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
  await app.reconcile();
  expect(await leftOf(product.id)).toBe(0);
  app.clock.advance({ minutes: 2 });
  await app.reconcile();
  expect(await leftOf(product.id)).toBe(1);
  expect((await app.services.payments.getIntent(checkout.paymentIntentId ?? "")).status).toBe("canceled");
});

test("without a second press it is fifteen minutes; a press after them begins a new checkout", async () => {
  const product = await pieces(1);
  const { browser, checkout } = await pressed(product.id);
  app.clock.advance({ minutes: 16 });
  const { body } = await pressPay(browser, checkout);
  expect(body).toMatchObject({ unchanged: false, totalCents: 2_000 });
  expect(body.checkoutSessionId).not.toBe(checkout.checkoutSessionId);
  expect(await leftOf(product.id)).toBe(1);
  expect((await pressPay(browser, body)).body.unchanged).toBe(true);
  await pay(browser, body);
  await deliverWebhooks(app);
  expect(await soldOf(product.id)).toBe(1);
  expect(await leftOf(product.id)).toBe(0);
});

test("pay pressed ten times at once holds one piece", async () => {
  const product = await pieces(5);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  const answers = await Promise.all(Array.from({ length: 10 }, () => pressPay(browser, checkout)));
  expect(answers.map(({ body }) => body.unchanged)).toEqual(Array.from({ length: 10 }, () => true));
  expect(await leftOf(product.id)).toBe(4);
});

test("a payment that fails gives its hold back at once; late news of it does not end the next one's", async () => {
  const product = await pieces(1);
  const coupon = await makeCoupon(app, { ownerId: product.ownerId, usageLimit: 1 });
  const { browser, checkout } = await pressed(product.id, { couponCode: coupon.code });
  await pay(browser, checkout, declined);
  const [failure] = await takeEvents(app);
  if (!failure) throw new Error("nobody told of the failure");
  await sendWebhook(app, failure);
  await app.runJobs();
  expect(await leftOf(product.id)).toBe(1);
  expect(await usesHeld(coupon.id)).toBe(0);

  await pressPay(browser, checkout);
  await pay(browser, checkout, declined);
  const [again] = await takeEvents(app);
  if (!again) throw new Error("nobody told of the failure");
  // Nobody has heard of the second failure yet, and the buyer tries a third time.
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
  await sendWebhook(app, again);
  await sendWebhook(app, { ...failure, id: "evt_late" });
  await app.runJobs();
  expect(await leftOf(product.id)).toBe(0);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await soldOf(product.id)).toBe(1);
  expect(await leftOf(product.id)).toBe(0);
});

test("a checkout that is left gives its hold back at once, and cannot be paid any more", async () => {
  const product = await pieces(1);
  const { browser, checkout } = await pressed(product.id);
  const params = { checkoutSessionId: checkout.checkoutSessionId };
  expect((await app.browser().call(leaveCheckout, { params })).status).toBe(200);
  expect(await leftOf(product.id)).toBe(0);
  expect((await browser.call(leaveCheckout, { params })).status).toBe(200);
  expect(await leftOf(product.id)).toBe(1);
  expect((await app.services.payments.getIntent(checkout.paymentIntentId ?? "")).status).toBe("canceled");
  // Back, and pay.
  const { body } = await pressPay(browser, checkout);
  expect(body).toMatchObject({ unchanged: false, totalCents: 2_000 });
  await pressPay(browser, body);
  await pay(browser, body);
  await deliverWebhooks(app);
  expect(await soldOf(product.id)).toBe(1);
});

test("a payment that is with the buyer's bank, or is being settled, keeps its hold when the page is left", async () => {
  for (const number of ["4000000000003220", "4000000000008807"]) {
    const product = await pieces(1);
    const { browser, checkout } = await pressed(product.id);
    await pay(browser, checkout, { ...goodCard, number });
    await browser.call(leaveCheckout, { params: { checkoutSessionId: checkout.checkoutSessionId } });
    expect(await leftOf(product.id), number).toBe(0);
  }
});

test("a page that was left before pay was pressed loses nothing", async () => {
  const browser = app.browser();
  const checkout = await openCheckout(browser, (await pieces(1)).id);
  await browser.call(leaveCheckout, { params: { checkoutSessionId: checkout.checkoutSessionId } });
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
});

test("one network holds five of a product and ten uses of a code; others are not kept from them", async () => {
  const product = await pieces(100);
  const coupon = await makeCoupon(app, { ownerId: product.ownerId, usageLimit: 50 });
  const endless = await makeProduct(app, { ownerId: product.ownerId, priceCents: 2_000 });
  const near = (n: number) => app.browser(`192.0.2.${n + 1}`);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => pressed(product.id, {}, near(n))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  expect(await leftOf(product.id)).toBe(95);
  const coupons = await Promise.all(
    Array.from({ length: 15 }, (_, n) => pressed(endless.id, { couponCode: coupon.code }, near(n))),
  );
  expect(coupons.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(await usesHeld(coupon.id)).toBe(10);

  const v6 = (host: string) => pressed(product.id, {}, app.browser(host));
  for (let n = 0; n < 5; n++) expect((await v6(`2001:db8:7:7::${n}`)).status).toBe(200);
  expect((await v6("2001:db8:7:7:ffff::1")).status).toBe(429);
  expect((await v6("2001:db8:7:8::1")).status).toBe(200);
  expect((await pressed(product.id)).status).toBe(200);
});

test("whoever holds already presses again in a full network, and whoever pays makes room", async () => {
  const product = await pieces(100);
  const address = newAddress();
  const five = await Promise.all(
    Array.from({ length: 5 }, () => pressed(product.id, {}, app.browser(address))),
  );
  const [first] = five;
  if (!first) throw new Error("five pressed");
  expect((await pressPay(first.browser, first.checkout)).body.unchanged).toBe(true);
  expect((await pressed(product.id, {}, app.browser(address))).status).toBe(429);
  await pay(first.browser, first.checkout);
  await deliverWebhooks(app);
  expect((await pressed(product.id, {}, app.browser(address))).status).toBe(200);
  expect(await countOf("stock_holds where state <> 'HELD' and network is not null")).toBe(0);
});

test("who pays without asking gets what nobody else holds, and is kept aside where nothing is left", async () => {
  const product = await pieces(1);
  const [quick, slow] = [app.browser(), app.browser()];
  const [one, two] = [await openCheckout(quick, product.id), await openCheckout(slow, product.id)];
  await pay(quick, one);
  await deliverWebhooks(app);
  expect(await leftOf(product.id)).toBe(0);
  await pay(slow, two);
  await deliverWebhooks(app);
  expect(await soldOf(product.id)).toBe(1);
  expect(await leftOf(product.id)).toBe(0);
  expect(
    await rowsOf("select reason from quarantined_payments where payment_intent_id = $1", two.paymentIntentId),
  ).toEqual([{ reason: "What it paid for had gone meanwhile." }]);
});

test("a cart that changes while its payment is under way gives back what was held, and holds anew when it is pressed", async () => {
  const main = await pieces(10);
  const poster = await makeProduct(app, {
    ownerId: main.ownerId,
    trackInventory: true,
    inventoryQuantity: 1,
  });
  const bump = await makeBump(app, main, { bumpProductId: poster.id });
  const browser = app.browser();
  await pressPay(browser, await openCheckout(browser, main.id));
  expect(await leftOf(main.id)).toBe(9);
  // The other tab of the same browser.
  const changed = await openCheckout(browser, main.id, "buyer@example.com", { orderBumps: [bump.id] });
  expect([await leftOf(main.id), await leftOf(poster.id)]).toEqual([10, 1]);
  expect((await pressPay(browser, changed)).body.unchanged).toBe(true);
  expect([await leftOf(main.id), await leftOf(poster.id)]).toEqual([9, 0]);
  await pay(browser, changed);
  await deliverWebhooks(app);
  const orders = await rowsOf("select total_cents as cents from orders where product_id = $1", main.id);
  expect(orders).toEqual([{ cents: changed.totalCents }]);
  expect(await countOf("stock_holds where state = 'HELD' and product_id = $1", main.id)).toBe(0);
});

test("a free order takes its piece when it is placed, and not when it is looked at", async () => {
  const gift = await makeProduct(app, { priceCents: 0, trackInventory: true, inventoryQuantity: 1 });
  expect(await openCheckout(app.browser(), gift.id)).toMatchObject({ free: true });
  expect(await leftOf(gift.id)).toBe(1);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
