import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAbandonedCarts, listNewestCarts, openCartLink, recoverCart } from "#contract/carts/carts.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { abandonedCarts } from "#server/database/schema/carts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { cartToken } from "#server/features/carts/cart-links.ts";
import { saveDraftOfCart } from "#server/features/checkout/restore-cart.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { recordLeftCarts } from "./record-left-carts.ts";

const app = await testApp();
const { db, secret } = app.services;

const choice = { orderBumps: [] as string[], couponCode: "", affiliateCode: "", link: "" };
const leave = (browser: Caller, productId: string, email: string, more: object = {}) =>
  browser.call(saveCheckoutDraft, {
    params: { productId },
    body: { revision: 0, email, hasActed: true, timeZone: "Europe/Zurich", choice, ...more },
  });
const rowsOf = (productId: string) =>
  db.select().from(abandonedCarts).where(eq(abandonedCarts.productId, productId));
const anHourLater = async () => {
  app.clock.advance({ minutes: 61 });
  await recordLeftCarts(app.services);
};
async function buy(browser: Caller, productId: string, email: string) {
  const checkout = await openCheckout(browser, productId, email);
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await deliverWebhooks(app);
}

test("a cart opens once somebody has acted, is left after an hour without a change, and is listed then", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const bump = await makeBump(app, product);
  const desk = app.as(creator);
  const browser = app.browser();
  await leave(browser, product.id, "ada@example.com", { hasActed: false });
  expect(await rowsOf(product.id)).toEqual([]);
  await leave(browser, product.id, "ada@example.com", {
    revision: 1,
    choice: { ...choice, orderBumps: [bump.id], couponCode: "SAVE10", affiliateCode: "maya" },
  });
  const { totalCents } = await openCheckout(browser, product.id, "ada@example.com", {
    orderBumps: [bump.id],
  });
  expect((await desk.call(listAbandonedCarts, { querystring: {} })).body.carts).toEqual([]);
  await anHourLater();
  const { carts } = (await desk.call(listAbandonedCarts, { querystring: { period: "today" } })).body;
  expect(carts).toMatchObject([
    {
      email: "ada@example.com",
      productTitle: product.title,
      priceCents: totalCents,
      couponCode: "SAVE10",
      status: "ABANDONED",
      kind: "LEFT",
      customerId: null,
      recovered: false,
    },
  ]);
  expect(carts[0]?.checkoutUrl).toContain(`/checkout/${product.id}?bump=${bump.id}&code=SAVE10&aff=maya`);
  // What found the browser is forgotten.
  expect(await rowsOf(product.id)).toMatchObject([{ draftHash: null, timeZone: "Europe/Zurich" }]);
});

test("a mistyped address is no cart of its own, and one mailbox has one cart of a product", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await leave(browser, product.id, "ada@example.con");
  await leave(browser, product.id, "ada@example.com", { revision: 1 });
  await leave(app.browser(), product.id, "ADA+deals@example.com");
  expect(await rowsOf(product.id)).toMatchObject([{ email: "ada+deals@example.com" }]);
});

test("paying ends the cart in the same transaction, also on another device and by a tagged address", async () => {
  const product = await makeProduct(app);
  await leave(app.browser(), product.id, "bo@example.com");
  await anHourLater();
  await buy(app.browser(), product.id, "bo+shop@example.com");
  expect(await rowsOf(product.id)).toMatchObject([{ outcome: "BOUGHT", recovered: false }]);
});

test("a purchase within seven days of a mail recovers the cart, and one after them only ends it", async () => {
  const product = await makeProduct(app);
  const mailed = (email: string, daysAgo: number) =>
    makeCart(app, product, {
      email,
      recoveryEmailsSent: 1,
      lastEmailSent: new Date(app.clock.now().getTime() - daysAgo * 86_400_000),
    });
  await mailed("near@example.com", 6);
  await mailed("far@example.com", 8);
  await buy(app.browser(), product.id, "near@example.com");
  await buy(app.browser(), product.id, "far@example.com");
  const rows = await rowsOf(product.id);
  expect(rows.find(({ email }) => email === "near@example.com")).toMatchObject({
    outcome: "RECOVERED",
    recoveredBy: "NEAR",
    recoveredOrderId: expect.any(String),
  });
  expect(rows.find(({ email }) => email === "far@example.com")).toMatchObject({
    outcome: "BOUGHT",
    recoveredOrderId: null,
  });
});

test("a mail's link fills the checkout in on any device, and what is paid from there is recovered by it", async () => {
  const product = await makeProduct(app, { priceCents: 5_000 });
  const bump = await makeBump(app, product);
  const cart = await makeCart(app, product, {
    email: "cy@example.com",
    priceCents: 6_000,
    orderBumps: [bump.id],
    couponCode: "SAVE10",
    affiliateCode: "maya",
  });
  const browser = app.browser();
  const params = { token: cartToken(secret, cart.id) };
  const answer = await browser.call(openCartLink, { params });
  expect(answer.status).toBe(302);
  expect(answer.headers["location"]).toBe(`/checkout/${product.id}`);
  const { draft } = (await browser.call(getCheckoutDraft, { params: { productId: product.id } })).body;
  expect(draft).toMatchObject({
    email: "cy@example.com",
    orderBumps: [bump.id],
    couponCode: "SAVE10",
    affiliateCode: "maya",
    left: { totalCents: 6_000 },
  });
  await buy(browser, product.id, "another@example.com");
  expect(await rowsOf(product.id)).toMatchObject([{ outcome: "RECOVERED", recoveredBy: "LINK" }]);
  // Once it is over the link still leads to the checkout, and fills nothing in.
  const later = app.browser();
  expect((await later.call(openCartLink, { params })).status).toBe(302);
  expect((await later.call(getCheckoutDraft, { params: { productId: product.id } })).body.draft).toBeNull();
  expect((await later.call(openCartLink, { params: { token: "x" } })).headers["location"]).toBe("/");
});

test("a link to what is not on sale any more leads to the store, at the place where that is said", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const cart = await makeCart(app, product, { email: "gone@example.com" });
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, product.id));
  const answer = await app.browser().call(openCartLink, { params: { token: cartToken(secret, cart.id) } });
  expect(answer.headers["location"]).toBe(`/u/${creator.handle}#not-on-sale`);
});

test("who acts in the checkout that a mail's link has opened has come back by that link, however they pay", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const email = "dee@example.com";
  const cart = await makeCart(app, product, { email, recoveryEmailsSent: 1, lastEmailSent: app.clock.now() });
  const browser = app.browser();
  await browser.call(openCartLink, { params: { token: cartToken(secret, cart.id) } });
  await leave(browser, product.id, email, { revision: 1, customerName: "Dee" });
  expect(await rowsOf(product.id)).toMatchObject([{ abandonedAt: null }]);
  await buy(browser, product.id, email);
  expect(await rowsOf(product.id)).toMatchObject([{ outcome: "RECOVERED", recoveredBy: "LINK" }]);
  const { carts } = (await app.as(creator).call(listAbandonedCarts, { querystring: {} })).body;
  expect(carts).toMatchObject([{ email, status: "RECOVERED" }]);
});

test("who types another address into a cart that had mails does not undo these", async () => {
  const product = await makeProduct(app);
  const cart = await makeCart(app, product, { email: "eva@example.com", recoveryEmailsSent: 1, nextStep: 1 });
  const browser = app.browser();
  await browser.call(openCartLink, { params: { token: cartToken(secret, cart.id) } });
  await leave(browser, product.id, "eva@example.com", { revision: 1 });
  await leave(browser, product.id, "eve@example.com", { revision: 2 });
  expect((await rowsOf(product.id)).map(({ email }) => email).toSorted()).toEqual([
    "eva@example.com",
    "eve@example.com",
  ]);
});

test("a link never takes the place of the address that somebody has typed", async () => {
  const product = await makeProduct(app);
  const cart = await makeCart(app, product, { email: "someone@example.com" });
  const browser = app.browser();
  await leave(browser, product.id, "mine@example.com", { hasActed: false });
  await browser.call(openCartLink, { params: { token: cartToken(secret, cart.id) } });
  const { draft } = (await browser.call(getCheckoutDraft, { params: { productId: product.id } })).body;
  expect(draft?.email).toBe("mine@example.com");
  expect(await saveDraftOfCart(app.services, "forged", "hash")).toBe("/");
});

test("a creator says by which order a cart was bought, once", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const cart = await makeCart(app, product);
  const desk = app.as(creator);
  const [order, other] = [
    await makeOrder(app, { items: [{ product }] }),
    await makeOrder(app, { items: [{ product }] }),
  ];
  const params = { id: cart.id };
  const say = (orderId: string) => desk.call(recoverCart, { params, body: { orderId } });
  expect((await say(order.id)).body).toMatchObject({ status: "RECOVERED", recoveredOrderId: order.id });
  expect((await say(order.id)).status).toBe(200);
  expect((await say(other.id)).status).toBe(409);
});

test("carts are read in pages, and each status alone", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const desk = app.as(creator);
  for (let n = 0; n < 60; n++)
    await makeCart(app, product, { email: `c${n}@example.com`, recoveryEmailsSent: n % 2 });
  const plain = (await desk.call(listNewestCarts, { querystring: {} })).body;
  expect(plain.map(({ email }) => email)).toHaveLength(60);
  const first = (await desk.call(listAbandonedCarts, { querystring: {} })).body;
  expect(first.carts).toHaveLength(50);
  const cursor = first.nextCursor ?? "";
  const second = (await desk.call(listAbandonedCarts, { querystring: { cursor } })).body;
  expect(new Set([...first.carts, ...second.carts].map(({ id }) => id)).size).toBe(60);
  const ofStatus = async (status: "EMAIL_SENT" | "ABANDONED" | "RECOVERED") =>
    (await desk.call(listAbandonedCarts, { querystring: { status } })).body.carts.length;
  expect([await ofStatus("EMAIL_SENT"), await ofStatus("ABANDONED"), await ofStatus("RECOVERED")]).toEqual([
    30, 30, 0,
  ]);
  const found = await desk.call(listAbandonedCarts, { querystring: { q: "C59@" } });
  expect(found.body.carts).toHaveLength(1);
});
