import { expect, test } from "vitest";
import { createPaymentIntent, finishPayment } from "#contract/checkout.ts";
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

test("a scarce add-on that another tab adds after pay was pressed is held at once, or refused before anybody pays", async () => {
  const sold = await shop();
  const { main, piece, bump } = sold;
  const [one, two] = [await pressed(sold, "one@example.com"), await pressed(sold, "two@example.com")];
  expect((await one.choose({ orderBumps: [bump.id] })).status).toBe(200);
  expect(await leftOf(piece.id)).toBe(0);
  expect(await two.choose({ orderBumps: [bump.id] })).toMatchObject({
    status: 400,
    body: { code: "BUMP_NOT_OFFERED" },
  });
  await pay(one.browser, one.checkout);
  await pay(two.browser, two.checkout);
  await deliverWebhooks(app);
  expect(await quarantinedOf(main.ownerId)).toBe(0);
  expect(
    (await pool.query("select total_cents from orders where product_id = $1 order by 1", [main.id])).rows,
  ).toEqual([{ total_cents: 4_000 }, { total_cents: 5_500 }]);
});

test("the last use of a code that another tab adds after pay was pressed is held at once", async () => {
  const sold = await shop();
  const [one, two] = [await pressed(sold, "one@example.com"), await pressed(sold, "two@example.com")];
  const { code } = sold.coupon;
  expect((await one.choose({ couponCode: code })).body.totalCents).toBe(3_300);
  expect(await two.choose({ couponCode: code })).toMatchObject({
    status: 422,
    body: { code: "COUPON_EXHAUSTED" },
  });
  await pay(one.browser, one.checkout);
  await pay(two.browser, two.checkout);
  await deliverWebhooks(app);
  expect(await quarantinedOf(sold.main.ownerId)).toBe(0);
});

test("twenty buyers with two tabs each and one piece: one has it, and nobody pays for what is gone", async () => {
  const sold = await shop();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { browser, checkout, choose } = await pressed(sold, `b${n}@example.com`);
      const [added] = await Promise.all([
        choose({ orderBumps: [sold.bump.id] }),
        pressPay(browser, checkout),
        choose({ orderBumps: [sold.bump.id] }),
      ]);
      await pay(browser, checkout);
      const { body } = await browser.call(finishPayment, {
        body: { paymentIntentId: checkout.paymentIntentId ?? "" },
      });
      return { added: added.status, paid: body.status };
    }),
  );
  expect(outcomes.filter(({ paid }) => paid === "PAID")).toHaveLength(20);
  expect(await numberOf("select count(*) from order_items where product_id = $1", sold.piece.id)).toBe(1);
  expect(await quarantinedOf(sold.main.ownerId)).toBe(0);
});

test("such a hold ends fifteen minutes after the press, and news of an earlier failure does not end it", async () => {
  const sold = await shop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, sold.main.id, "slow@example.com");
  await pressPay(browser, checkout);
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  const late = await takeEvents(app);
  await pressPay(browser, checkout);
  app.clock.advance({ minutes: 5 });
  await openCheckout(browser, sold.main.id, "slow@example.com", { orderBumps: [sold.bump.id] });
  for (const event of late) await sendWebhook(app, event);
  await app.runJobs();
  expect(await leftOf(sold.piece.id)).toBe(0);
  app.clock.advance({ minutes: 11 });
  await app.reconcile();
  expect(await leftOf(sold.piece.id)).toBe(1);
});

test("what is added long after a press is not held before the next one", async () => {
  const sold = await shop();
  const { choose } = await pressed(sold, "later@example.com");
  app.clock.advance({ minutes: 16 });
  expect((await choose({ orderBumps: [sold.bump.id] })).status).toBe(200);
  expect(await leftOf(sold.piece.id)).toBe(1);
});

test("a cart that was read before pay was pressed is not written after it, though nothing had to be held", async () => {
  const { main } = await shop();
  const { checkout } = await pressed({ ...(await shop()), main }, "race@example.com");
  const now = app.clock.now();
  const cart: CartValues = ["race@example.com", null, null, null, [], "[]", 0, "usd", now, now];
  expect(await insertVersion(pool, checkout.checkoutSessionId, 1, ...cart, null, null, null)).toEqual([]);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
