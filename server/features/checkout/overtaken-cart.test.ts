import { beforeEach, expect, test } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import type { PaymentGateway } from "#server/payments/payment-gateway.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

type SlowCall = "createIntent" | "updateIntent";

/** The next such call reaches the provider only once it is let go. */
let slow: { call: SlowCall; waits: () => void; goesOn: Promise<void> } | undefined;
const slowly = (gateway: PaymentGateway) =>
  new Proxy(gateway, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      const held = slow?.call === name ? slow : undefined;
      if (!held) return value;
      slow = undefined;
      return async (...args: unknown[]) => {
        held.waits();
        await held.goesOn;
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });

const app = await testApp(
  {},
  { between: (services) => ({ ...services, payments: slowly(services.payments) }) },
);

/** Begins a request and stops it right before its call to the provider. */
async function stoppedAt<Answer>(call: SlowCall, request: () => Promise<Answer>) {
  const go = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  slow = { call, waits: stopped.resolve, goesOn: go.promise };
  const answer = request();
  await stopped.promise;
  return () => (go.resolve(), answer);
}

async function lastUse() {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const coupon = await makeCoupon(app, { ownerId: product.ownerId, discountValue: 700, usageLimit: 1 });
  const browser = app.browser();
  // Known from an earlier visit, so that two requests at once are one browser's.
  await openCheckout(browser, (await makeProduct(app)).id);
  const choose = (couponCode?: string) =>
    browser.call(createPaymentIntent, {
      body: { productId: product.id, customerEmail: "a@example.com", ...(couponCode && { couponCode }) },
    });
  const ordersOf = async () =>
    (
      await app.services.pool.query<{ cents: number; coupon: string | null }>(
        "select total_cents as cents, coupon_code as coupon from orders where product_id = $1 and status = 'PAID' order by 1",
        [product.id],
      )
    ).rows;
  return { product, coupon, browser, choose, ordersOf };
}

let shop: Awaited<ReturnType<typeof lastUse>>;
beforeEach(async () => {
  shop = await lastUse();
});

/** A request with the coupon is overtaken by one without it, and somebody else takes the coupon's last use. */
async function overtaken(call: SlowCall) {
  const { product, coupon, choose } = shop;
  const goOn = await stoppedAt(call, () => choose(coupon.code));
  const newest = (await choose()).body;
  const other = app.browser();
  const theirs = await openCheckout(other, product.id, "b@example.com", { couponCode: coupon.code });
  await pressPay(other, theirs);
  const late = await goOn();
  return { late, newest, other, theirs };
}

test("a request that was overtaken does not leave the payment at a cart whose coupon is another's by now", async () => {
  await shop.choose();
  const { late, newest, other, theirs } = await overtaken("updateIntent");
  expect(late).toMatchObject({ status: 422, body: { fields: { couponCode: expect.any(String) as string } } });

  const { body } = await pressPay(shop.browser, newest);
  expect(body).toMatchObject({ unchanged: true, totalCents: 2_000 });
  await pay(shop.browser, newest);
  await pay(other, theirs);
  await deliverWebhooks(app);
  expect(await shop.ordersOf()).toEqual([
    { cents: 1_300, coupon: shop.coupon.code },
    { cents: 2_000, coupon: null },
  ]);
  expect(await auditNow(app)).toEqual([]);
});

test("whoever pays such a cart without asking for its total again gets no order, and the coupon is used once", async () => {
  await shop.choose();
  const { newest, other, theirs } = await overtaken("updateIntent");
  await pay(shop.browser, newest);
  await pay(other, theirs);
  await deliverWebhooks(app);
  expect(await shop.ordersOf()).toEqual([{ cents: 1_300, coupon: shop.coupon.code }]);
  const { rows } = await app.services.pool.query(
    "select received_cents as received, reason from quarantined_payments where payment_intent_id = $1",
    [newest.paymentIntentId],
  );
  expect(rows).toEqual([{ received: 1_300, reason: "What it paid for had gone meanwhile." }]);
});

test("a first request that was overtaken tells nobody of its own payment", async () => {
  const { late, newest } = await overtaken("createIntent");
  expect(late.status).toBe(422);
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select payment_intent_id as id from checkout_sessions where session_id = $1",
    [newest.checkoutSessionId],
  );
  expect(rows).toEqual([{ id: newest.paymentIntentId }]);
});

test("a request that was overtaken wins where its coupon is still free", async () => {
  await shop.choose();
  const goOn = await stoppedAt("updateIntent", () => shop.choose(shop.coupon.code));
  await shop.choose();
  const late = await goOn();
  expect(late).toMatchObject({ status: 200, body: { totalCents: 1_300, cartVersion: 4 } });
  await pay(shop.browser, late.body);
  await deliverWebhooks(app);
  expect(await shop.ordersOf()).toEqual([{ cents: 1_300, coupon: shop.coupon.code }]);
});
