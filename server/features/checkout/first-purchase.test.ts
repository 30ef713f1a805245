import { expect, test, vi } from "vitest";
import {
  completeFreeOrder,
  createPaymentIntent,
  finishPayment,
  leaveCheckout,
} from "#contract/checkout/checkout.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay, takeEvents } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const app = await testApp();
const { pool } = app.services;

/** A shop with a code for first purchases, and somebody who has bought there. */
async function shop() {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const { code } = await makeCoupon(app, {
    ownerId: product.ownerId,
    discountValue: 500,
    firstTimeCustomerOnly: true,
  });
  const email = `known-${product.id}@example.com`;
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, product.id, email));
  await deliverWebhooks(app);
  app.clock.advance({ hours: 3 });
  return { product, code, email, browser };
}

test("whether an address has bought here is told to nobody who has not proved that it is theirs", async () => {
  const { product, code, email, browser } = await shop();
  const ask = async (customerEmail: string) => {
    const stranger = app.browser();
    const { status, body } = await stranger.call(createPaymentIntent, {
      body: { productId: product.id, customerEmail, couponCode: code },
    });
    const pressed = await pressPay(stranger, body);
    return [status, body.totalCents, pressed.status, pressed.body.unchanged, pressed.body.couponProblem];
  };
  const known = await ask(email);
  expect(known).toEqual(await ask("nobody@example.com"));
  expect(known).toEqual([200, 1_500, 200, true, null]);
  const own = await browser.call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: email, couponCode: code },
  });
  // Who has proved it is told before the card is charged, and not while they type.
  expect(own).toMatchObject({ status: 200, body: { totalCents: 1_500 } });
  expect((await pressPay(browser, own.body)).body).toMatchObject({
    unchanged: false,
    totalCents: 2_000,
    couponProblem: "This coupon is for a first purchase only.",
  });
});

test("where the code made it free, who has bought before is told so when they ask for it, with the code to blame", async () => {
  const { product, email, browser } = await shop();
  const { code } = await makeCoupon(app, {
    ownerId: product.ownerId,
    discountValue: 2_000,
    firstTimeCustomerOnly: true,
  });
  const { checkoutSessionId, cartVersion } = await openCheckout(browser, product.id, email, {
    couponCode: code,
  });
  const answer = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId },
    body: { cartVersion, customerName: "A Buyer" },
  });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: "PRICE_CHANGED", fields: { couponCode: "This coupon is for a first purchase only." } },
  });
});

test("the checkout says of such a code that it is for first purchases, to everybody alike", async () => {
  const { product, code, email } = await shop();
  const plain = await makeCoupon(app, { ownerId: product.ownerId });
  const ask = async (customerEmail: string, couponCode: string) => {
    const { body } = await app.browser().call(createPaymentIntent, {
      body: { productId: product.id, customerEmail, couponCode },
    });
    return body.coupon;
  };
  const told = { code, discountCents: 500, freeShipping: false, firstPurchaseOnly: true };
  expect(await ask(email, code)).toEqual(told);
  expect(await ask("nobody@example.com", code)).toEqual(told);
  expect(await ask(email, plain.code)).toMatchObject({ firstPurchaseOnly: false });
});

test("nobody takes a code for first purchases from somebody else by typing their address", async () => {
  const { product, code } = await shop();
  const [stranger, owner] = [app.browser(), app.browser()];
  const wishes = { couponCode: code };
  await pressPay(stranger, await openCheckout(stranger, product.id, "new@example.com", wishes));
  const mine = await openCheckout(owner, product.id, "new@example.com", wishes);
  expect((await pressPay(owner, mine)).body).toMatchObject({ unchanged: true, couponProblem: null });
});

/** What became of a payment at the sandbox, of its coupon's uses, and of the shop's orders. */
async function booksOf({ paymentIntentId, checkoutSessionId }: PaidCheckout, productId: string) {
  const { rows } = await pool.query(
    `select (select count(*)::int from orders where product_id = $1 and status = 'PAID') as orders,
            (select amount_received from sandbox.payment_intents where id = $2) as received,
            (select coalesce(sum(amount), 0)::int from sandbox.refunds where payment_intent = $2) as refunded,
            (select count(*)::int from coupon_redemptions where state <> 'RELEASED' and checkout_session_id = $3) as uses`,
    [productId, paymentIntentId, checkoutSessionId],
  );
  return rows[0] as { orders: number; received: number; refunded: number; uses: number };
}

type PaidCheckout = { paymentIntentId: string | null; checkoutSessionId: string };

const finish = async (browser: ReturnType<typeof app.browser>, { paymentIntentId }: PaidCheckout) =>
  (await browser.call(finishPayment, { body: { paymentIntentId: paymentIntentId ?? "" } })).body;

/** A stranger's browser, ready to pay with the code and an address that has bought. */
async function pressedByRepeatBuyer({ product, code, email }: Awaited<ReturnType<typeof shop>>) {
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, email, { couponCode: code });
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
  return { browser, checkout };
}

test("a repeat buyer with such a code is never charged, however often the webhook comes, and hears why", async () => {
  const made = await shop();
  const { browser, checkout } = await pressedByRepeatBuyer(made);
  expect(await pay(browser, checkout)).toMatchObject({ status: "requires_capture" });
  await deliverWebhooks(app, 3);
  expect(await finish(browser, checkout)).toMatchObject({
    status: "FAILED",
    code: "not_first_purchase",
    message: "This code is for first-time customers. We removed it, and you weren't charged.",
  });
  await deliverWebhooks(app, 2);
  expect(await booksOf(checkout, made.product.id)).toEqual({ orders: 1, received: 0, refunded: 0, uses: 0 });
  const again = await openCheckout(browser, made.product.id, made.email);
  await pressPay(browser, again);
  expect(await pay(browser, again)).toMatchObject({ status: "succeeded" });
  expect(await finish(browser, again)).toMatchObject({ status: "PAID" });
});

test("a repeat buyer whose webhook is late or lost is not charged either", async () => {
  const late = await shop();
  const first = await pressedByRepeatBuyer(late);
  await pay(first.browser, first.checkout);
  expect(await finish(first.browser, first.checkout)).toMatchObject({ code: "not_first_purchase" });
  await deliverWebhooks(app);
  expect(await booksOf(first.checkout, late.product.id)).toMatchObject({
    orders: 1,
    received: 0,
    refunded: 0,
  });

  const lost = await shop();
  const second = await pressedByRepeatBuyer(lost);
  await pay(second.browser, second.checkout);
  await takeEvents(app);
  app.clock.advance({ minutes: 3 });
  await reconcilePayments(app.services);
  expect(await booksOf(second.checkout, lost.product.id)).toMatchObject({ orders: 1, received: 0, uses: 0 });
  expect(await finish(second.browser, second.checkout)).toMatchObject({ code: "not_first_purchase" });
});

test("a first purchase with such a code is captured and paid, also where only the reconciler hears of it", async () => {
  const { product, code } = await shop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, "first@example.com", { couponCode: code });
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await takeEvents(app);
  // Long after its hold has ended: an authorized payment is never given up.
  app.clock.advance({ minutes: 20 });
  await reconcilePayments(app.services);
  expect(await booksOf(checkout, product.id)).toEqual({ orders: 2, received: 1_500, refunded: 0, uses: 1 });
  expect(await finish(browser, checkout)).toMatchObject({ status: "PAID" });
});

test("several browsers of one repeat buyer at once with the code: none of them is charged", async () => {
  const made = await shop();
  const tries = await Promise.all(Array.from({ length: 4 }, () => pressedByRepeatBuyer(made)));
  await Promise.all(tries.map(({ browser, checkout }) => pay(browser, checkout)));
  await Promise.all([
    deliverWebhooks(app, 2),
    ...tries.flatMap(({ browser, checkout }) => [finish(browser, checkout), finish(browser, checkout)]),
  ]);
  for (const { browser, checkout } of tries) {
    expect(await finish(browser, checkout)).toMatchObject({ status: "FAILED", code: "not_first_purchase" });
    expect(await booksOf(checkout, made.product.id)).toEqual({
      orders: 1,
      received: 0,
      refunded: 0,
      uses: 0,
    });
  }
});

test("a payment that cannot be authorized first is refunded, and the buyer is told that", async () => {
  const made = await shop();
  const { browser, checkout } = await pressedByRepeatBuyer(made);
  await pay(browser, checkout, { ...goodCard, number: "4000000000008807" });
  await deliverWebhooks(app);
  const statusOf = async () =>
    (
      await pool.query("select status from orders where checkout_session_id = $1", [
        checkout.checkoutSessionId,
      ])
    ).rows;
  expect(await statusOf()).toEqual([{ status: "PENDING" }]);
  app.clock.advance({ seconds: 5 });
  await runFollowUps(app.services);
  await deliverWebhooks(app, 2);
  expect(await finish(browser, checkout)).toMatchObject({
    status: "FAILED",
    code: "not_first_purchase",
    message: "This code is for first-time customers. We removed it and refunded your payment.",
  });
  // Nobody waits for it any more.
  expect(await statusOf()).toEqual([{ status: "FAILED" }]);
  expect(await booksOf(checkout, made.product.id)).toEqual({
    orders: 1,
    received: 1_500,
    refunded: 1_500,
    uses: 0,
  });
});

test("knows a repeat buyer by the mailbox, however Gmail lets it be written", async () => {
  const { product, code } = await shop();
  const name = `dotty${product.id.slice(0, 8)}`;
  const first = app.browser();
  await pay(first, await openCheckout(first, product.id, `${name}@gmail.com`));
  await deliverWebhooks(app);
  app.clock.advance({ hours: 3 });
  for (const email of [`d.${name.slice(1)}@gmail.com`, `${name}+again@googlemail.com`]) {
    const browser = app.browser();
    const checkout = await openCheckout(browser, product.id, email, { couponCode: code });
    await pressPay(browser, checkout);
    await pay(browser, checkout);
    expect(await finish(browser, checkout), email).toMatchObject({ code: "not_first_purchase" });
    const own = await openCheckout(first, product.id, email, { couponCode: code });
    expect((await pressPay(first, own)).body.couponProblem).toBe("This coupon is for a first purchase only.");
  }
});

test("releases an authorized payment whose capture the bank refuses, and takes another", async () => {
  const { product, code } = await shop();
  const browser = app.browser();
  const email = `refused-${product.id}@example.com`;
  const checkout = await openCheckout(browser, product.id, email, { couponCode: code });
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  const refused = new GatewayError("parameter_invalid", "The bank refused");
  const capture = vi.spyOn(app.services.payments, "captureIntent").mockRejectedValue(refused);
  expect(await finish(browser, checkout)).toMatchObject({ status: "FAILED" });
  await deliverWebhooks(app, 2);
  capture.mockRestore();
  expect(await booksOf(checkout, product.id)).toMatchObject({ orders: 1, received: 0 });
  const again = await openCheckout(browser, product.id, email, { couponCode: code });
  await pressPay(browser, again);
  await pay(browser, again);
  expect(await finish(browser, again)).toMatchObject({ status: "PAID" });
  expect(await booksOf(again, product.id)).toMatchObject({ orders: 2, received: 1_500, uses: 1 });
});

test("a checkout that was left tells nobody whether its address has bought: that takes a card that works", async () => {
  const made = await shop();
  const ask = async (address: string, number?: string) => {
    const browser = app.browser();
    const checkout = await openCheckout(browser, made.product.id, address, { couponCode: made.code });
    await pressPay(browser, checkout);
    if (number) await pay(browser, checkout, { ...goodCard, number });
    await browser.call(leaveCheckout, { params: { checkoutSessionId: checkout.checkoutSessionId } });
    await deliverWebhooks(app);
    const { status, code, message } = await finish(browser, checkout);
    return { status, code, message };
  };
  expect(await ask(made.email)).toEqual(await ask("nobody@example.com"));
  expect(await ask(made.email, "4000000000000002")).toEqual(
    await ask("nobody@example.com", "4000000000000002"),
  );
});

test("what this browser left and its open cart lose the code that was refused", async () => {
  const made = await shop();
  const browser = app.browser();
  const params = { productId: made.product.id };
  const choice = {
    orderBumps: [],
    couponCode: made.code,
    affiliateCode: "",
    billingInterval: null,
    amountCents: null,
    link: `code=${made.code}`,
  };
  const body = { revision: 0, choice, email: made.email, hasActed: true };
  await browser.call(saveCheckoutDraft, { params, body });
  const checkout = await openCheckout(browser, made.product.id, made.email, { couponCode: made.code });
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { body: left } = await browser.call(getCheckoutDraft, { params });
  expect(left.draft).toMatchObject({ couponCode: "", email: made.email });
  const { rows } = await pool.query("select coupon_code from abandoned_carts where product_id = $1", [
    made.product.id,
  ]);
  expect(rows).toEqual([{ coupon_code: "" }]);
});

test("what was bought after pay was pressed does not make it a second purchase", async () => {
  const { product, code } = await shop();
  const [one, two] = [app.browser(), app.browser()];
  const checkout = await openCheckout(one, product.id, "twice@example.com", { couponCode: code });
  await pressPay(one, checkout);
  app.clock.advance({ minutes: 1 });
  await pay(two, await openCheckout(two, product.id, "twice@example.com"));
  await deliverWebhooks(app);
  await pay(one, checkout);
  await deliverWebhooks(app);
  const { rows } = await pool.query<{ cents: number }>(
    `select o.total_cents as cents from orders o join customers c on c.id = o.customer_id
      where c.email = 'twice@example.com' order by 1`,
  );
  expect(rows).toEqual([{ cents: 1_500 }, { cents: 2_000 }]);
});

test("the books are right after all of this", async () => {
  expect(await auditNow(app)).toEqual([]);
});
