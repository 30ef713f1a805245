import { expect, test } from "vitest";
import { createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import {
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
import { testApp } from "#tests/support/test-app.ts";
import { type CartValues, insertVersion } from "./checkout-session.ts";

const app = await testApp();
const { pool } = app.services;
const numberOf = async (text: string, ...values: unknown[]) =>
  Number((await pool.query<{ n: string }>(`select (${text}) as n`, values)).rows[0]?.n);
const leftOf = (productId: string) =>
  numberOf("select inventory_quantity from products where id = $1", productId);
const quarantinedOf = (ownerId: string) =>
  numberOf("select count(*) from quarantined_payments where owner_id = $1", ownerId);

const paidFor = async (productId: string) =>
  (
    await pool.query<{ cents: number }>(
      "select total_cents as cents from orders where product_id = $1 and status = 'PAID' order by 1",
      [productId],
    )
  ).rows.map(({ cents }) => cents);

/** A product that needs no holding, with one piece of another offered beside it, and a code with one use. */
async function shop() {
  const main = await makeProduct(app, { priceCents: 4_000 });
  const piece = await makeProduct(app, {
    ownerId: main.ownerId,
    priceCents: 1_500,
    trackInventory: true,
    inventoryQuantity: 1,
  });
  const bump = await makeBump(app, main, { bumpProductId: piece.id });
  const coupon = await makeCoupon(app, { ownerId: main.ownerId, discountValue: 700, usageLimit: 1 });
  return { main, piece, bump, coupon };
}

/** Pay is pressed in one tab; `choose` changes the same cart in another. */
async function pressed({ main }: Awaited<ReturnType<typeof shop>>, email: string) {
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, email);
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
  const choose = (wishes: { orderBumps?: string[]; couponCode?: string }) =>
    browser.call(createPaymentIntent, { body: { productId: main.id, customerEmail: email, ...wishes } });
  return { browser, checkout, choose };
}

test("intents that one browser asks for at the same moment are answered, or told to try again: never a failure of ours", async () => {
  const { main, bump } = await shop();
  const browser = app.browser();
  await openCheckout(browser, main.id);
  const ask = (n: number) =>
    browser.call(createPaymentIntent, {
      body: {
        productId: main.id,
        customerEmail: `buyer${n}@example.com`,
        orderBumps: n % 2 ? [bump.id] : [],
      },
    });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  for (const { status, body } of answers) if (status === 409) expect(body).toMatchObject({ code: "BUSY" });
});

test("what another tab adds after pay was pressed is not charged in the first one: it is told the new total", async () => {
  const sold = await shop();
  const { browser, checkout, choose } = await pressed(sold, "two@example.com");
  const { body: changed } = await choose({ orderBumps: [sold.bump.id] });
  expect(changed.clientSecret).not.toBe(checkout.clientSecret);
  expect(await pay(browser, checkout)).toMatchObject({ status: "canceled" });

  const again = await pressPay(browser, checkout);
  expect(again.body).toMatchObject({ unchanged: false, totalCents: 5_500 });
  expect((await pressPay(browser, again.body)).body.unchanged).toBe(true);
  expect(await leftOf(sold.piece.id)).toBe(0);
  expect(await pay(browser, again.body)).toMatchObject({ status: "succeeded" });
  await deliverWebhooks(app);
  expect(await paidFor(sold.main.id)).toEqual([5_500]);
});

test("who is faster than the other tab's change pays what they saw, and nobody pays twice", async () => {
  for (const how of ["before", "between", "with"] as const) {
    const sold = await shop();
    const { browser, checkout, choose } = await pressed(sold, `${how}@example.com`);
    const change = () => choose({ orderBumps: [sold.bump.id] });
    if (how === "before") await pay(browser, checkout);
    if (how === "with") await Promise.all([change(), pay(browser, checkout), change()]);
    else if (how === "between") await Promise.all([pay(browser, checkout), change()]);
    await deliverWebhooks(app);
    if (how === "before") expect(await change()).toMatchObject({ status: 409 });
    const intent = await app.services.payments.getIntent(checkout.paymentIntentId ?? "");
    expect(await paidFor(sold.main.id)).toEqual(intent.status === "succeeded" ? [4_000] : []);
    expect(await quarantinedOf(sold.main.ownerId)).toBe(0);
  }
});

test("twenty buyers with two tabs each and one piece: each pays the total they saw, and one has the piece", async () => {
  const sold = await shop();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { browser, checkout, choose } = await pressed(sold, `b${n}@example.com`);
      await Promise.all([
        choose({ orderBumps: [sold.bump.id] }),
        pressPay(browser, checkout),
        choose({ orderBumps: [sold.bump.id] }),
      ]);
      let seen: Parameters<typeof pay>[1] & Parameters<typeof pressPay>[1] = checkout;
      let answer = await pay(browser, seen);
      for (let press = 0; answer.status !== "succeeded" && press < 5; press++) {
        const { status, body } = await pressPay(browser, seen);
        if (status !== 200) return undefined;
        if (body.unchanged) answer = await pay(browser, seen);
        else seen = body;
      }
      const { body } = await browser.call(finishPayment, {
        body: { paymentIntentId: seen.paymentIntentId ?? "" },
      });
      return { paid: body.status, totalCents: seen.totalCents };
    }),
  );
  await deliverWebhooks(app);
  const paid = outcomes.filter((outcome) => outcome?.paid === "PAID");
  expect(await paidFor(sold.main.id)).toEqual(paid.map((outcome) => outcome?.totalCents).toSorted());
  expect(await numberOf("select count(*) from order_items where product_id = $1", sold.piece.id)).toBe(1);
  expect(await quarantinedOf(sold.main.ownerId)).toBe(0);
});

test("after a card was declined the cart may change, and the payment stays the one whose form is filled in", async () => {
  const sold = await shop();
  const { browser, checkout, choose } = await pressed(sold, "declined@example.com");
  const declined = { ...goodCard, number: "4000000000000002" };
  await pay(browser, checkout, declined);
  const { body: changed } = await choose({ orderBumps: [sold.bump.id] });
  expect(changed.clientSecret).toBe(checkout.clientSecret);
  // The next press holds the piece; its failure is another one, whose news ends the hold.
  expect((await pressPay(browser, changed)).body.unchanged).toBe(true);
  expect(await leftOf(sold.piece.id)).toBe(0);
  await pay(browser, changed, declined);
  await deliverWebhooks(app);
  expect(await leftOf(sold.piece.id)).toBe(1);
  const { body: less } = await choose({});
  expect(less.clientSecret).toBe(checkout.clientSecret);
});

test("late news of a failure does not hide that pay was pressed again", async () => {
  const sold = await shop();
  const { browser, checkout, choose } = await pressed(sold, "late@example.com");
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  const late = await takeEvents(app);
  await pressPay(browser, checkout);
  for (const event of late) await sendWebhook(app, event);
  await app.runJobs();
  expect((await choose({ orderBumps: [sold.bump.id] })).body.clientSecret).not.toBe(checkout.clientSecret);
  expect(await pay(browser, checkout)).toMatchObject({ status: "canceled" });
});

test("whose link led to a checkout is known to the one that takes its place", async () => {
  const { main } = await shop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "led@example.com", { affiliateCode: "LED" });
  await pressPay(browser, checkout);
  app.clock.advance({ days: 2 });
  await app.reconcile();
  await pool.query("update checkout_sessions set status = 'EXPIRED' where session_id = $1", [
    checkout.checkoutSessionId,
  ]);
  const { body } = await pressPay(browser, checkout);
  expect(body.checkoutSessionId).not.toBe(checkout.checkoutSessionId);
  const { rows } = await pool.query(
    "select affiliate_code as code from checkout_sessions where session_id = $1",
    [body.checkoutSessionId],
  );
  expect(rows).toEqual([{ code: "LED" }]);
});

test("a cart that was read before pay was pressed is not written after it, though nothing had to be held", async () => {
  const { main } = await shop();
  const { checkout } = await pressed({ ...(await shop()), main }, "race@example.com");
  const now = app.clock.now();
  const cart: CartValues = [
    "race@example.com",
    null,
    null,
    null,
    [],
    "[]",
    0,
    "usd",
    "ONE_TIME",
    now,
    now,
    0,
  ];
  expect(await insertVersion(pool, checkout.checkoutSessionId, 1, ...cart, null, null, null)).toEqual([]);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
