import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  completeFreeOrder,
  confirmTotal,
  createPaymentIntent,
  finishPayment,
  priceCheckout,
} from "#contract/checkout/checkout.ts";
import {
  cancelMembership,
  keepMembership,
  listMemberships,
  pauseMembership,
  previewMove,
} from "#contract/memberships/memberships.ts";
import { products } from "#server/database/schema/catalog.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { membershipOf, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import type { Caller } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, pool } = app.services;
const club = {
  type: "MEMBERSHIP",
  billingInterval: "MONTH",
  priceCents: 1_900,
  yearlyPriceCents: 19_000,
  trialDays: 7,
} as const;

/** Opens the checkout, presses pay and keeps the card. */
async function begin(browser: Caller, productId: string, email: string, card = goodCard) {
  const checkout = await openCheckout(browser, productId, email);
  await pressPay(browser, checkout);
  await pay(browser, checkout, card);
  const { body } = await browser.call(finishPayment, {
    body: { paymentIntentId: checkout.paymentIntentId ?? "" },
  });
  return { checkout, finished: body };
}

const ordersOf = async (productId: string) =>
  (
    await pool.query<{ cents: number; status: string }>(
      "select total_cents as cents, status from orders where product_id = $1 order by created_at",
      [productId],
    )
  ).rows;

test("a trial keeps the card, charges nothing until it is over, and is then a membership that is paid", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { body: priced } = await browser.call(priceCheckout, {
    params: { productId: product.id },
    querystring: {},
  });
  const endsAt = expect.stringContaining(
    new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10),
  );
  expect(priced).toMatchObject({ totalCents: 0, trial: { days: 7, endsAt } });
  const { checkout, finished } = await begin(browser, product.id, "ada@example.com");
  expect(checkout).toMatchObject({ totalCents: 0, trial: { days: 7 } });
  expect(checkout.free).toBeUndefined();
  expect(checkout.paymentIntentId).toMatch(/^seti_/);
  expect(finished).toMatchObject({ status: "PAID" });
  await deliverWebhooks(app);
  expect(await ordersOf(product.id)).toEqual([{ cents: 0, status: "PAID" }]);
  const { orderId } = await membershipOf(app, product.id);
  const { body: before } = await browser.call(listMemberships, { querystring: { orderId } });
  expect(before).toMatchObject([
    { state: "ACTIVE", isOpen: true, priceCents: 1_900, card: { last4: "4242" }, otherPlan: null },
  ]);
  expect(before[0]?.trialEndsAt).toBe(before[0]?.nextPaymentAt);
  await passDays(app, 6);
  expect(await ordersOf(product.id)).toHaveLength(1);
  await passDays(app, 2);
  expect(await ordersOf(product.id)).toEqual([
    { cents: 0, status: "PAID" },
    { cents: 1_900, status: "PAID" },
  ]);
  const { body: after } = await browser.call(listMemberships, { querystring: { orderId } });
  expect(after).toMatchObject([{ state: "ACTIVE", trialEndsAt: null, otherPlan: { priceCents: 19_000 } }]);
  expect(await auditNow(app)).toEqual([]);
});

test("a trial holds for a year, too, which is charged whole when it is over", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { body: checkout } = await browser.call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: "year@example.com", billingInterval: "YEAR" },
  });
  expect(checkout).toMatchObject({ totalCents: 0, billingInterval: "YEAR", trial: { days: 7 } });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  await passDays(app, 8);
  expect((await ordersOf(product.id)).map(({ cents }) => cents)).toEqual([0, 19_000]);
});

test("nobody gets a trial without a card", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { checkoutSessionId, cartVersion } = await openCheckout(browser, product.id, "no@example.com");
  const { status } = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId },
    body: { cartVersion, customerName: "No Card" },
  });
  expect(status).toBe(404);
  expect(await ordersOf(product.id)).toEqual([]);
});

test("a card that is declined begins nothing, and another one may", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { checkout, finished } = await begin(browser, product.id, "declined@example.com", {
    ...goodCard,
    number: "4000000000000002",
  });
  expect(finished).toMatchObject({ status: "FAILED", waitsFor: "ATTEMPT" });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "trialing" });
});

test("who has had the trial is told so when the card is kept, and is asked to pay at once from then on", async () => {
  const product = await makeProduct(app, club);
  const earlier = app.browser();
  await begin(earlier, product.id, "Eve@example.com");
  await deliverWebhooks(app);
  const { id, orderId } = await membershipOf(app, product.id);
  await earlier.call(cancelMembership, { params: { id }, body: { orderId } });
  await passDays(app, 8);
  const browser = app.browser();
  const { body: priced } = await browser.call(priceCheckout, {
    params: { productId: product.id },
    querystring: {},
  });
  expect(priced.trial).not.toBeNull();
  const second = await begin(browser, product.id, "eve+again@example.com");
  // Nothing told it before: whether an address is a buyer's is nobody's to ask.
  expect(second.checkout.trial).not.toBeNull();
  expect(second.finished).toMatchObject({ status: "FAILED" });
  expect(second.finished.message).toContain("Nothing was charged");
  const third = await openCheckout(browser, product.id, "eve+again@example.com");
  expect(third).toMatchObject({ totalCents: 1_900, trial: null });
  await pressPay(browser, third);
  await pay(browser, third);
  await deliverWebhooks(app);
  expect((await ordersOf(product.id)).map(({ cents }) => cents)).toEqual([0, 1_900]);
  expect(await auditNow(app)).toEqual([]);
});

test("a browser that has begun one is shown the price at once", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  await begin(browser, product.id, "known@example.com");
  const { body } = await browser.call(priceCheckout, {
    params: { productId: product.id },
    querystring: {},
  });
  expect(body).toMatchObject({ totalCents: 1_900, trial: null });
});

test("of two trials of one address at once, one begins", async () => {
  const product = await makeProduct(app, club);
  const browsers = [app.browser(), app.browser()] as const;
  const checkouts = await Promise.all(
    browsers.map(async (browser) => {
      const checkout = await openCheckout(browser, product.id, "race@example.com");
      await pay(browser, checkout);
      return checkout;
    }),
  );
  const answers = await Promise.all(
    browsers.map(async (browser, at) => {
      const body = { paymentIntentId: checkouts[at]?.paymentIntentId ?? "" };
      return (await browser.call(finishPayment, { body })).body.status;
    }),
  );
  expect(answers.toSorted()).toEqual(["FAILED", "PAID"]);
  await deliverWebhooks(app);
  const { rows } = await pool.query("select from subscriptions where product_id = $1", [product.id]);
  expect(rows).toHaveLength(1);
});

test("a code counts for the first payment, which is then made at once", async () => {
  const product = await makeProduct(app, club);
  const { code } = await makeCoupon(app, {
    ownerId: product.ownerId,
    discountType: "PERCENTAGE",
    discountValue: 5_000,
  });
  const browser = app.browser();
  const trial = await openCheckout(browser, product.id, "code@example.com");
  expect(trial).toMatchObject({ totalCents: 0 });
  const paid = await openCheckout(browser, product.id, "code@example.com", { couponCode: code });
  expect(paid).toMatchObject({ totalCents: 950, trial: null });
  expect(paid.paymentIntentId).toMatch(/^pi_/);
  // The card of the checkout before can be kept no more.
  expect(await pay(browser, trial)).toMatchObject({ status: "canceled" });
  const back = await openCheckout(browser, product.id, "code@example.com");
  expect(back).toMatchObject({ totalCents: 0, trial: { days: 7 } });
  await pay(browser, back);
  await deliverWebhooks(app);
  expect((await ordersOf(product.id)).map(({ cents }) => cents)).toEqual([0]);
});

test("cancelling in a trial keeps everything open to its end, and charges nothing", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  await begin(browser, product.id, "leaves@example.com");
  const { id, orderId } = await membershipOf(app, product.id);
  const call = { params: { id }, body: { orderId } };
  expect((await browser.call(cancelMembership, call)).body).toMatchObject({ state: "ENDING", isOpen: true });
  expect((await browser.call(keepMembership, call)).body).toMatchObject({ state: "ACTIVE" });
  expect((await browser.call(cancelMembership, call)).body).toMatchObject({ state: "ENDING" });
  await passDays(app, 8);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "canceled" });
  expect(await ordersOf(product.id)).toHaveLength(1);
  const { body } = await browser.call(listMemberships, { querystring: { orderId } });
  expect(body).toMatchObject([{ state: "ENDED", isOpen: false }]);
});

test("a trial is neither paused nor moved to the year, and says why", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  await begin(browser, product.id, "stays@example.com");
  const { id, orderId } = await membershipOf(app, product.id);
  const paused = await browser.call(pauseMembership, { params: { id }, body: { orderId, months: 1 } });
  expect(paused).toMatchObject({ status: 409, body: { code: "IN_TRIAL" } });
  const moved = await browser.call(previewMove, {
    params: { id },
    querystring: { orderId, billingInterval: "YEAR" },
  });
  expect(moved).toMatchObject({ status: 409, body: { code: "IN_TRIAL" } });
});

test("a first charge that fails after the trial is a renewal that failed", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  await begin(browser, product.id, "late@example.com", { ...goodCard, number: "4000000000000341" });
  await passDays(app, 8);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "past_due" });
  expect(await ordersOf(product.id)).toHaveLength(1);
  await passDays(app, 30);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "canceled" });
});

test("a price that changes before pay is pressed is shown, and the trial is not begun at another", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { checkoutSessionId, cartVersion, totalCents } = await openCheckout(
    browser,
    product.id,
    "moved@example.com",
  );
  await db.update(products).set({ priceCents: 2_900 }).where(eq(products.id, product.id));
  const { body } = await browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: { cartVersion, totalCents, customerName: "A Buyer" },
  });
  expect(body).toMatchObject({ unchanged: false, totalCents: 0, cartVersion: cartVersion + 1 });
});
