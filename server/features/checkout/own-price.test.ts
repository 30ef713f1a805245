import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { completeFreeOrder, createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { createOrderBump } from "#contract/offers/order-bumps.ts";
import { products } from "#server/database/schema/catalog.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, pool } = app.services;
const zine = { priceCents: 500, suggestedPriceCents: 1_200 } as const;
const customerEmail = "chooser@example.com";

const refusedAmount = (browser: ReturnType<typeof app.browser>, productId: string, amountCents: number) =>
  browser.call(createPaymentIntent, { body: { productId, customerEmail, amountCents } });

const paidLines = async (productId: string) =>
  (
    await pool.query(
      `select i.unit_price_cents as unit, i.total_price_cents as total from order_items i join orders o on o.id = i.order_id
        where i.product_id = $1 and o.status = 'PAID' order by i.created_at`,
      [productId],
    )
  ).rows;

test("a buyer pays what they choose, and what is suggested where they choose nothing", async () => {
  const { id } = await makeProduct(app, zine);
  const browser = app.browser();
  const params = { productId: id };
  expect((await browser.call(priceCheckout, { params, querystring: {} })).body.totalCents).toBe(1_200);
  const asked = await browser.call(priceCheckout, { params, querystring: { amountCents: 3_333 } });
  expect(asked.body).toMatchObject({ totalCents: 3_333, lines: [{ unitPriceCents: 3_333 }] });

  const suggested = await openCheckout(browser, id);
  expect(suggested.totalCents).toBe(1_200);
  const chosen = await openCheckout(browser, id, customerEmail, { amountCents: 3_333 });
  expect(chosen).toMatchObject({ totalCents: 3_333, checkoutSessionId: suggested.checkoutSessionId });
  // The press of pay keeps it without hearing of it again.
  expect((await pressPay(browser, chosen)).body).toMatchObject({ unchanged: true, totalCents: 3_333 });
  await pay(browser, chosen);
  await deliverWebhooks(app);
  expect(await paidLines(id)).toEqual([{ unit: 3_333, total: 3_333 }]);
});

test("less than the least, and what no card can pay, is refused in words, and changes nothing", async () => {
  const { id } = await makeProduct(app, zine);
  const open = await makeProduct(app, { priceCents: 0, suggestedPriceCents: 800 });
  const browser = app.browser();
  await openCheckout(browser, id, customerEmail, { amountCents: 700 });
  for (const amountCents of [0, 1, 499])
    expect(await refusedAmount(browser, id, amountCents)).toMatchObject({
      status: 422,
      body: { fields: { amountCents: "The least for this is $5.00." } },
    });
  for (const amountCents of [1, 49])
    expect(await refusedAmount(browser, open.id, amountCents)).toMatchObject({
      status: 422,
      body: { fields: { amountCents: expect.stringContaining("A card can pay $0.50 or more") } },
    });
  for (const amountCents of [-1, 0.5, 100_000_000])
    expect((await refusedAmount(browser, id, amountCents)).status).toBe(422);
  const { rows } = await pool.query(
    "select v.total_cents as cents from cart_versions v join checkout_sessions s on s.session_id = v.checkout_session_id where s.product_id = $1",
    [id],
  );
  expect(rows).toEqual([{ cents: 700 }]);
});

test("where the least is nothing, it is had for nothing, and an amount that was paid for before cannot be charged any more", async () => {
  const { id } = await makeProduct(app, { priceCents: 0, suggestedPriceCents: 800 });
  const browser = app.browser();
  const paid = await openCheckout(browser, id);
  expect(paid).toMatchObject({ totalCents: 800, clientSecret: expect.any(String) });
  const free = await openCheckout(browser, id, customerEmail, { amountCents: 0 });
  expect(free).toMatchObject({ totalCents: 0, clientSecret: null, free: true });
  const { checkoutSessionId, cartVersion } = free;
  const placed = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId },
    body: { cartVersion, customerName: "Cho Ser" },
  });
  expect(placed.status).toBe(200);
  expect(await paidLines(id)).toEqual([{ unit: 0, total: 0 }]);
  await pay(browser, paid);
  await deliverWebhooks(app);
  expect(await paidLines(id)).toEqual([{ unit: 0, total: 0 }]);
});

test("a least that was raised meanwhile is shown at the press of pay, and not charged unseen", async () => {
  const { id } = await makeProduct(app, zine);
  const browser = app.browser();
  const seen = await openCheckout(browser, id, customerEmail, { amountCents: 600 });
  await db.update(products).set({ priceCents: 900 }).where(eq(products.id, id));
  expect((await pressPay(browser, seen)).body).toMatchObject({
    unchanged: false,
    totalCents: 900,
    lines: [{ unitPriceCents: 900 }],
  });
});

test("whoever chose an amount keeps it when what is suggested changes, and loses it when the price is fixed", async () => {
  const { id } = await makeProduct(app, zine);
  const browser = app.browser();
  const seen = await openCheckout(browser, id, customerEmail, { amountCents: 600 });
  await db.update(products).set({ suggestedPriceCents: 5_000 }).where(eq(products.id, id));
  expect((await pressPay(browser, seen)).body).toMatchObject({ unchanged: true, totalCents: 600 });
  await db.update(products).set({ suggestedPriceCents: null, priceCents: 1_900 }).where(eq(products.id, id));
  expect((await pressPay(browser, seen)).body).toMatchObject({ unchanged: false, totalCents: 1_900 });
});

test("an amount means nothing where the price is fixed", async () => {
  const { id } = await makeProduct(app, { priceCents: 1_900 });
  expect(await openCheckout(app.browser(), id, customerEmail, { amountCents: 50 })).toMatchObject({
    totalCents: 1_900,
  });
});

test("a coupon takes its part off the chosen amount, and never below the least", async () => {
  const product = await makeProduct(app, zine);
  const { code } = await makeCoupon(app, {
    ownerId: product.ownerId,
    discountType: "PERCENTAGE",
    discountValue: 5_000,
  });
  const browser = app.browser();
  expect(
    await openCheckout(browser, product.id, customerEmail, { amountCents: 2_000, couponCode: code }),
  ).toMatchObject({ totalCents: 1_000, coupon: { discountCents: 1_000 } });
  const body = { productId: product.id, customerEmail, couponCode: code, amountCents: 998 };
  expect(await browser.call(createPaymentIntent, { body })).toMatchObject({
    status: 422,
    body: { code: "BELOW_MINIMUM", fields: { couponCode: expect.stringContaining("$5.00") } },
  });
  const { body: priced } = await browser.call(priceCheckout, {
    params: { productId: product.id },
    querystring: { couponCode: code, amountCents: 998 },
  });
  expect(priced).toMatchObject({ totalCents: 998, couponProblem: expect.stringContaining("$5.00") });
});

test("a draft keeps the amount, and what is typed later does not change it", async () => {
  const { id } = await makeProduct(app, zine);
  const browser = app.browser();
  const params = { productId: id };
  const choice = { orderBumps: [], couponCode: "", affiliateCode: "", link: "" };
  await browser.call(saveCheckoutDraft, {
    params,
    body: { revision: 0, choice: { ...choice, amountCents: 0 } },
  });
  await browser.call(saveCheckoutDraft, { params, body: { revision: 1, email: customerEmail } });
  const kept = async () => (await browser.call(getCheckoutDraft, { params })).body.draft?.amountCents;
  expect(await kept()).toBe(0);
  await browser.call(saveCheckoutDraft, { params, body: { revision: 2, choice } });
  expect(await kept()).toBeNull();
});

test("what has no price of its own is no extra, also where it lost it while it was one", async () => {
  const creator = await makeCreator(app);
  const desk = app.as(creator);
  const [main, extra] = [
    await makeProduct(app, { ownerId: creator.id }),
    await makeProduct(app, { ownerId: creator.id }),
  ];
  const bump = { mainProductId: main.id, bumpProductId: extra.id, title: "And this" };
  const made = await desk.call(createOrderBump, {
    body: { ...bump, discountType: "FIXED", discountValue: 0 },
  });
  expect(made.status, made.text).toBe(201);
  const offered = async () =>
    (await app.browser().call(listPublicOrderBumps, { params: { productId: main.id } })).body.length;
  expect(await offered()).toBe(1);
  await desk.call(updateProduct, { params: { id: extra.id }, body: { suggestedPriceCents: 5_000 } });
  expect(await offered()).toBe(0);
  const again = await makeProduct(app, { ownerId: creator.id, suggestedPriceCents: 5_000 });
  const refused = await desk.call(createOrderBump, {
    body: { ...bump, bumpProductId: again.id, discountType: "FIXED", discountValue: 0 },
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { bumpProductId: expect.stringContaining("Buyers choose") } },
  });
});

test("a creator suggests no less than the least, asks members for one price, and is told where it is wrong", async () => {
  const creator = await makeCreator(app);
  const desk = app.as(creator);
  const service = {
    title: "Zine",
    slug: `zine-${creator.id.slice(0, 8)}`,
    type: "SERVICE",
    active: false,
  } as const;
  for (const wrong of [
    { priceCents: 500, suggestedPriceCents: 499 },
    { priceCents: 0, suggestedPriceCents: 49 },
    { priceCents: 500, suggestedPriceCents: 900, type: "MEMBERSHIP" as const },
  ])
    expect(await desk.call(createProduct, { body: { ...service, ...wrong } })).toMatchObject({
      status: 422,
      body: { fields: { suggestedPriceCents: expect.any(String) } },
    });
  const made = await desk.call(createProduct, {
    body: { ...service, ...zine, originalPriceCents: 2_000 },
  });
  expect(made.body).toMatchObject({ ...zine, originalPriceCents: null });
  for (const wrong of [
    { priceCents: 500, suggestedPriceCents: 499 },
    { priceCents: 0, suggestedPriceCents: 49 },
    { priceCents: 10, suggestedPriceCents: 900 },
    { ...zine, type: "MEMBERSHIP" as const, billingInterval: "MONTH" as const },
  ])
    await expect(makeProduct(app, wrong)).rejects.toThrow();
});

test("the books are right after all of this", async () => {
  expect(await auditNow(app)).toEqual([]);
});
