import { expect, test } from "vitest";
import { completeFreeOrder, createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

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

test("a payment with such a code by an address that had bought goes back at once, however often it is told of", async () => {
  const { product, code, email } = await shop();
  const stranger = app.browser();
  const checkout = await openCheckout(stranger, product.id, email, { couponCode: code });
  await pressPay(stranger, checkout);
  await pay(stranger, checkout);
  await deliverWebhooks(app, 3);
  const { body } = await stranger.call(finishPayment, {
    body: { paymentIntentId: checkout.paymentIntentId ?? "" },
  });
  expect(body).toMatchObject({ status: "FAILED", message: expect.stringContaining("first purchase") });
  await deliverWebhooks(app, 2);
  const { rows } = await pool.query(
    `select (select count(*)::int from orders where product_id = $1) as orders,
            (select sum(amount)::int from sandbox.refunds where payment_intent = $2) as refunded,
            (select count(*)::int from coupon_redemptions where state <> 'RELEASED' and checkout_session_id = $3) as uses`,
    [product.id, checkout.paymentIntentId, checkout.checkoutSessionId],
  );
  expect(rows).toEqual([{ orders: 1, refunded: 1_500, uses: 0 }]);
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
