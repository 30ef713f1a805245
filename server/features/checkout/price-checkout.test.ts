import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import { pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ RATE_LIMIT_FACTOR: "1" });
const { pool } = app.services;
let networks = 0;
const newNetwork = () => `198.51.${++networks}.7`;
type Browser = ReturnType<typeof app.browser>;

const price = (
  browser: Browser,
  productId: string,
  querystring: { couponCode?: string; orderBumps?: string } = {},
) => browser.call(priceCheckout, { params: { productId }, querystring });

const open = (browser: Browser, productId: string, cart: { couponCode?: string; orderBumps?: string[] }) =>
  browser.call(createPaymentIntent, { body: { productId, customerEmail: "a@example.com", ...cart } });

test("a cart costs before any address what it costs at payment, and nothing is written for it", async () => {
  const product = await makeProduct(app, { priceCents: 3_000 });
  const bump = await makeBump(app, product);
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, discountValue: 700, usageLimit: 1 });
  const browser = app.browser(newNetwork());
  const { body: priced } = await price(browser, product.id, {
    orderBumps: bump.id,
    couponCode: code.toLowerCase(),
  });
  expect(browser.cookies).toEqual({});
  const { rows } = await pool.query("select 1 from checkout_sessions where product_id = $1", [product.id]);
  expect(rows).toEqual([]);
  expect(priced).toMatchObject({
    couponProblem: null,
    coupon: { code, discountCents: 700 },
    stockLeft: null,
  });
  const { body: opened } = await open(browser, product.id, { orderBumps: [bump.id], couponCode: code });
  const { totalCents, lines, coupon, currency, requiresShipping } = opened;
  expect(priced).toMatchObject({ totalCents, lines, coupon, currency, requiresShipping });
});

test("what does not count is left out: a code with its reason, an offer that has ended without one", async () => {
  const product = await makeProduct(app, { priceCents: 3_000 });
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, minimumOrderCents: 5_000 });
  const browser = app.browser(newNetwork());
  const { status, body } = await price(browser, product.id, { orderBumps: randomUUID(), couponCode: code });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    totalCents: 3_000,
    coupon: null,
    couponProblem: expect.stringMatching(/at least \$50/),
  });
  expect(body.lines).toHaveLength(1);
});

test("codes that are not there, switched off or another creator's look alike", async () => {
  const product = await makeProduct(app, { priceCents: 3_000 });
  const off = await makeCoupon(app, { ownerId: product.ownerId, active: false });
  const other = await makeCoupon(app);
  const browser = app.browser(newNetwork());
  const answers = new Set<string>();
  for (const couponCode of ["NEVERMADE", off.code, other.code])
    answers.add((await price(browser, product.id, { couponCode })).text);
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain("This coupon code does not exist.");
});

test("what is left is told where it is few, and nothing where nobody counts", async () => {
  const browser = app.browser(newNetwork());
  const stockLeft = async (fields: Parameters<typeof makeProduct>[1]) =>
    (await price(browser, (await makeProduct(app, fields)).id)).body.stockLeft;
  expect(await stockLeft({ trackInventory: true, inventoryQuantity: 3 })).toBe(3);
  expect(await stockLeft({ trackInventory: true, inventoryQuantity: 0 })).toBe(0);
  expect(await stockLeft({ trackInventory: true, inventoryQuantity: 11 })).toBeNull();
  expect(await stockLeft({ trackInventory: true, inventoryQuantity: 0, allowBackorder: true })).toBeNull();
});

test("after ten codes that do not exist a network's codes wait, and its purchases do not", async () => {
  const product = await makeProduct(app, { priceCents: 3_000 });
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, discountValue: 500 });
  const network = newNetwork();
  const buyer = app.browser(network);
  // Had its code before somebody beside it began to guess.
  const { body: opened } = await open(buyer, product.id, { couponCode: code });
  for (let guess = 1; guess <= 10; guess++) {
    const browser = app.browser(network.replace(/7$/, String(guess + 20)));
    const { body } = await price(browser, product.id, { couponCode: `GUESS${guess}` });
    expect(body.couponProblem).toBe("This coupon code does not exist.");
  }
  const late = app.browser(network);
  const waits = /Too many codes .* try again in 10 minutes/;
  expect((await price(late, product.id, { couponCode: code })).body).toMatchObject({
    totalCents: 3_000,
    couponProblem: expect.stringMatching(waits),
  });
  const refused = await open(late, product.id, { couponCode: code });
  expect(refused).toMatchObject({
    status: 429,
    body: { fields: { couponCode: expect.stringMatching(waits) } },
  });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(500);

  // However many it goes on to try, no more is kept of them.
  await price(late, product.id, { couponCode: "GUESS99" });
  const { rows } = await app.services.pool.query("select from rate_limits where key ilike '%guess99'");
  expect(rows).toEqual([]);

  expect((await open(late, product.id, {})).status).toBe(200);
  expect((await pressPay(buyer, opened)).body).toMatchObject({ unchanged: true, totalCents: 2_500 });
  const elsewhere = await price(app.browser(newNetwork()), product.id, { couponCode: code });
  expect(elsewhere.body.totalCents).toBe(2_500);
});

test("many guesses at one moment gain nothing", async () => {
  const product = await makeProduct(app, { priceCents: 3_000 });
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, discountValue: 500 });
  const network = newNetwork();
  const tries = [...Array.from({ length: 60 }, (_, n) => `TRY${n}`), code];
  const answers = await Promise.all(
    tries.map((couponCode) => price(app.browser(network), product.id, { couponCode })),
  );
  expect(answers.at(-1)?.body.couponProblem).toMatch(/Too many codes/);
  const told = answers.filter(({ body }) => body.couponProblem?.includes("does not exist"));
  expect(told).toHaveLength(10);
});

test("one code that has gone, tried by many of one network, is one guess", async () => {
  const product = await makeProduct(app, { priceCents: 3_000 });
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, discountValue: 500 });
  const network = newNetwork();
  for (let visitor = 0; visitor < 15; visitor++)
    await price(app.browser(network), product.id, { couponCode: "GONE" });
  expect((await price(app.browser(network), product.id, { couponCode: code })).body.totalCents).toBe(2_500);
});

test("what is not on sale has no price", async () => {
  const product = await makeProduct(app, { state: "DRAFT" });
  expect((await price(app.browser(newNetwork()), product.id)).status).toBe(404);
});
