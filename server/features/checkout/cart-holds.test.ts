import { expect, test } from "vitest";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeBumpShop } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { releaseDropped } from "./hold-cart.ts";
import { type CartValues, insertVersion } from "./checkout-session.ts";

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

test("of a hundred buyers at once, one gets the last use of a coupon", async () => {
  const { main } = await makeBumpShop(app);
  const coupon = await makeCoupon(app, { ownerId: main.ownerId, code: "ONLYONE", usageLimit: 1 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const browser = app.browser();
      const wishes = { couponCode: "ONLYONE" };
      return pressPay(browser, await openCheckout(browser, main.id, `b${n}@example.com`, wishes));
    }),
  );
  expect(answers.filter(({ body }) => body.unchanged)).toHaveLength(1);
  expect(
    answers.filter(({ body }) => body.couponProblem === "This coupon has been used up." && !body.unchanged),
  ).toHaveLength(99);
  expect(await countOf("coupon_redemptions where coupon_id = $1 and state = 'HELD'", coupon.id)).toBe(1);
});

test("of a hundred buyers at once, one gets the last piece; it comes back when its payment is given up", async () => {
  const last = await makeProduct(app, { trackInventory: true, inventoryQuantity: 1 });
  const seen = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const browser = app.browser();
      return { browser, checkout: await openCheckout(browser, last.id, `s${n}@example.com`) };
    }),
  );
  const answers = await Promise.all(seen.map(({ browser, checkout }) => pressPay(browser, checkout)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  expect(await stockOf(last.id)).toBe(0);

  app.clock.advance({ minutes: 16 });
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
  await pressPay(browser, checkout);
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
  await pressPay(browser, held);
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
  await pressPay(browser, await openCheckout(browser, endless.id));
  expect(await stockOf(endless.id)).toBe(-1);
});

test("a checkout whose hold ran out goes on as a new one when the buyer comes back", async () => {
  const piece = await makeProduct(app, { trackInventory: true, inventoryQuantity: 1, priceCents: 2_000 });
  const browser = app.browser();
  const seen = await openCheckout(browser, piece.id);
  await pressPay(browser, seen);
  app.clock.advance({ minutes: 16 });
  await app.reconcile();
  const { body } = await pressPay(browser, seen);
  expect(body).toMatchObject({ unchanged: false, totalCents: 2_000 });
  expect(body.checkoutSessionId).not.toBe(seen.checkoutSessionId);
  await pay(browser, body);
  await deliverWebhooks(app);
  expect(await countOf("orders where product_id = $1 and status = 'PAID'", piece.id)).toBe(1);
  expect(await stockOf(piece.id)).toBe(0);
});

test("a cart that costs nothing any more keeps its earlier payment's stock as long as that was held, not for a day", async () => {
  const main = await makeProduct(app, { priceCents: 0 });
  const piece = await makeProduct(app, {
    ownerId: main.ownerId,
    trackInventory: true,
    inventoryQuantity: 1,
  });
  const bump = await makeBump(app, main, { bumpProductId: piece.id });
  const browser = app.browser();
  await pressPay(browser, await openCheckout(browser, main.id, "n@example.com", { orderBumps: [bump.id] }));
  expect(await openCheckout(browser, main.id, "n@example.com")).toMatchObject({ free: true });
  expect(await stockOf(piece.id)).toBe(0);
  app.clock.advance({ minutes: 16 });
  await app.reconcile();
  expect(await stockOf(piece.id)).toBe(1);
});

test("a version that was overtaken gives nothing back: the next one may need it", async () => {
  const main = await makeProduct(app);
  const piece = await makeProduct(app, {
    ownerId: main.ownerId,
    trackInventory: true,
    inventoryQuantity: 1,
  });
  const bump = await makeBump(app, main, { bumpProductId: piece.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "o@example.com", { orderBumps: [bump.id] });
  const { checkoutSessionId: id } = checkout;
  await pressPay(browser, checkout);
  const [line] =
    (
      await rowsOf<{ lines: CartLine[] }>(
        "select lines from cart_versions where checkout_session_id = $1",
        id,
      )
    )[0]?.lines ?? [];
  const without = { id, lines: line ? [line] : [], couponId: null };
  await releaseDropped(app.services, { ...without, cartVersion: 2 });
  expect(await holdsOf(id)).toBe(1);
  await releaseDropped(app.services, { ...without, cartVersion: 1 });
  expect(await holdsOf(id)).toBe(0);
});

test("a cart that was read before pay was pressed is not written after it", async () => {
  const piece = await makeProduct(app, { trackInventory: true, inventoryQuantity: 1 });
  const browser = app.browser();
  const checkout = await openCheckout(browser, piece.id);
  const now = app.clock.now();
  const cart: CartValues = ["a@example.com", null, null, null, [], "[]", 0, "usd", "ONE_TIME", now, now, 0];
  await pressPay(browser, checkout);
  expect(await insertVersion(pool, checkout.checkoutSessionId, 1, ...cart, null, null, null)).toEqual([]);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
