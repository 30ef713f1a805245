import { expect, test } from "vitest";
import {
  completeFreeOrder,
  confirmTotal,
  createPaymentIntent,
  finishPayment,
} from "#contract/checkout/checkout.ts";
import { deleteCheckoutDrafts, getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { eraseCustomer } from "#server/features/buyers/erase-customer.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
type Body = Partial<Parameters<typeof save>[2]>;

const save = (
  browser: Caller,
  productId: string,
  body: {
    choice?: { orderBumps: string[]; couponCode: string; affiliateCode: string; link: string };
    email?: string;
    customerName?: string;
    shippingAddress?: Record<string, string>;
    revision?: number;
    checkoutSessionId?: string;
    hasActed?: boolean;
  },
) => browser.call(saveCheckoutDraft, { params: { productId }, body: { revision: 0, ...body } });
const read = async (browser: Caller, productId: string) =>
  (await browser.call(getCheckoutDraft, { params: { productId } })).body.draft;
const chosen = (more: object = {}) => ({
  orderBumps: [],
  couponCode: "",
  affiliateCode: "",
  link: "",
  ...more,
});
const rowsOf = async (productId: string) =>
  (await pool.query("select * from checkout_drafts where product_id = $1", [productId])).rows as Record<
    string,
    unknown
  >[];

test("what a browser leaves is there in its next tab, and in no other browser", async () => {
  const product = await makeProduct(app);
  const bump = await makeBump(app, product);
  const browser = app.browser();
  const body: Body = {
    choice: chosen({ orderBumps: [bump.id], couponCode: "SAVE10", affiliateCode: "maya" }),
    email: "ada@example.com",
    customerName: "Ada",
    shippingAddress: { line1: "1 Road", country: "DE" },
  };
  const { status, headers } = await save(browser, product.id, body);
  expect(status).toBe(200);
  expect(String(headers["set-cookie"])).toMatch(
    /^draft=[\w-]{43};.*Max-Age=604800;.*HttpOnly; SameSite=Lax$/,
  );
  expect(await read(browser, product.id)).toEqual({
    revision: 1,
    ...body.choice,
    billingInterval: null,
    amountCents: null,
    email: "ada@example.com",
    customerName: "Ada",
    shippingAddress: { line1: "1 Road", country: "DE" },
    left: null,
  });
  expect(await read(app.browser(), product.id)).toBeNull();
  // At rest it is found by a hash alone.
  const [row] = await rowsOf(product.id);
  expect(JSON.stringify(row)).not.toContain(browser.cookies["draft"]);
});

test("of two tabs the newest change wins, part by part, and each is told all of it", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await save(browser, product.id, { choice: chosen({ couponCode: "FIRST" }), email: "a@example.com" });
  await save(browser, product.id, { revision: 1, choice: chosen({ couponCode: "SECOND" }) });
  const { body } = await save(browser, product.id, { revision: 1, customerName: "Ada" });
  expect(body.draft).toMatchObject({
    revision: 3,
    couponCode: "SECOND",
    email: "a@example.com",
    customerName: "Ada",
  });
});

test("two tabs that begin at one moment make one draft with both of their changes", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await save(browser, (await makeProduct(app)).id, { email: "a@example.com" });
  const answers = await Promise.all([
    save(browser, product.id, { email: "ada@example.com" }),
    save(browser, product.id, { customerName: "Ada" }),
    save(browser, product.id, { choice: chosen({ couponCode: "X" }) }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await read(browser, product.id)).toMatchObject({
    email: "ada@example.com",
    customerName: "Ada",
    couponCode: "X",
  });
});

test("the cookie of a draft opens no order, no checkout and nothing that is not its own", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await save(browser, product.id, { email: "ada@example.com", customerName: "Ada" });
  const checkout = await openCheckout(browser, product.id, "ada@example.com");
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const open = await openCheckout(browser, (await makeProduct(app)).id, "ada@example.com");
  const { draft } = browser.cookies;
  if (!draft) throw new Error("there is no cookie");
  const paymentIntentId = checkout.paymentIntentId ?? "";
  // It is neither the browser's proof nor can it be shown in its place.
  for (const cookies of [{ draft }, { co: draft }, { buyer: draft }, { session: draft }]) {
    const thief = app.browser();
    const order = await thief.call(
      getOrderByPaymentIntent,
      { params: { paymentIntentId }, querystring: { customer_email: "ada@example.com" } },
      { cookies },
    );
    const finished = await thief.call(finishPayment, { body: { paymentIntentId } }, { cookies });
    const pressed = await thief.call(
      confirmTotal,
      {
        params: { checkoutSessionId: open.checkoutSessionId },
        body: { cartVersion: 1, totalCents: open.totalCents, customerName: "Eve" },
      },
      { cookies },
    );
    expect([order.status, finished.status, pressed.status]).toEqual([404, 404, 404]);
  }
});

test("what is charged is the cart version of the press, whatever the draft says then and later", async () => {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const bump = await makeBump(app, product);
  const browser = app.browser();
  await save(browser, product.id, { choice: chosen(), email: "ada@example.com" });
  const checkout = await openCheckout(browser, product.id, "ada@example.com");
  const versions = () =>
    pool.query("select * from cart_versions where checkout_session_id = $1", [checkout.checkoutSessionId]);
  expect((await pressPay(browser, checkout)).body.unchanged).toBe(true);
  const before = (await versions()).rows;
  await save(browser, product.id, { revision: 1, choice: chosen({ orderBumps: [bump.id] }) });
  expect((await versions()).rows).toEqual(before);
  expect(await pay(browser, checkout)).toMatchObject({ status: "succeeded" });
  await deliverWebhooks(app);
  const { body } = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: checkout.paymentIntentId ?? "" },
    querystring: { customer_email: "ada@example.com" },
  });
  expect(body.order.totalCents).toBe(2_000);
});

test("a paid order ends its draft, by the webhook alone; a tab that comes late does not begin it anew", async () => {
  const product = await makeProduct(app);
  const [browser, other] = [app.browser(), app.browser()];
  await save(browser, product.id, { email: "ada@example.com" });
  await save(other, product.id, { email: "ben@example.com" });
  const checkout = await openCheckout(browser, product.id, "ada@example.com");
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await read(browser, product.id)).toBeNull();
  expect(await read(other, product.id)).toMatchObject({ email: "ben@example.com" });
  const late = await save(browser, product.id, { revision: 1, customerName: "Ada" });
  expect(late.body.draft).toBeNull();
  expect(await read(browser, product.id)).toBeNull();
});

test("a tab's first save that arrives after its payment begins no draft and no cart; another tab may", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const email = "ada@example.com";
  const checkout = await openCheckout(browser, product.id, email);
  const { checkoutSessionId } = checkout;
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const late = await save(browser, product.id, { email, checkoutSessionId, hasActed: true });
  expect(late.body.draft).toBeNull();
  expect(await rowsOf(product.id)).toEqual([]);
  const carts = "select from abandoned_carts where product_id = $1 and outcome is null";
  expect((await pool.query(carts, [product.id])).rowCount).toBe(0);
  const other = await save(browser, product.id, { email });
  expect(other.body.draft).toMatchObject({ email });
});

test("a tab's first save that arrives between its press and its payment ends with the order", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, "ada@example.com");
  const { checkoutSessionId } = checkout;
  await pressPay(browser, checkout);
  const { body } = await save(browser, product.id, { email: "ada@example.com", checkoutSessionId });
  expect(body.draft).not.toBeNull();
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await rowsOf(product.id)).toEqual([]);
});

test("however a tab's first save and its order meet, no draft is left", async () => {
  const product = await makeProduct(app, { priceCents: 0 });
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const browser = app.browser();
      const email = `meets-${index}@example.com`;
      const { checkoutSessionId, cartVersion } = await openCheckout(browser, product.id, email);
      const body = { cartVersion, customerName: "Ada" };
      const [placed, saved] = await Promise.all([
        browser.call(completeFreeOrder, { params: { checkoutSessionId }, body }),
        save(browser, product.id, { email, checkoutSessionId }),
      ]);
      expect([placed.status, saved.status]).toEqual([200, 200]);
    }),
  );
  expect(await rowsOf(product.id)).toEqual([]);
});

test("a draft belongs to no checkout of another browser", async () => {
  const product = await makeProduct(app);
  const [browser, other] = [app.browser(), app.browser()];
  const checkout = await openCheckout(browser, product.id, "ada@example.com");
  const { checkoutSessionId } = checkout;
  await openCheckout(other, product.id, "ben@example.com");
  await save(other, product.id, { email: "ben@example.com", checkoutSessionId });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await read(other, product.id)).toMatchObject({ email: "ben@example.com" });
  expect(await rowsOf(product.id)).toMatchObject([{ checkout_session_id: null }]);
});

test("a free order ends its draft", async () => {
  const product = await makeProduct(app, { priceCents: 0 });
  const browser = app.browser();
  await save(browser, product.id, { email: "ada@example.com" });
  const { checkoutSessionId, cartVersion } = await openCheckout(browser, product.id, "ada@example.com");
  const placed = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId },
    body: { cartVersion, customerName: "Ada" },
  });
  expect(placed.status).toBe(200);
  expect(await read(browser, product.id)).toBeNull();
});

test("'Not you? Clear' forgets all that the browser has left", async () => {
  const [one, two] = [await makeProduct(app), await makeProduct(app)];
  const browser = app.browser();
  await save(browser, one.id, { email: "ada@example.com" });
  await save(browser, two.id, { email: "ada@example.com" });
  const { draft } = browser.cookies;
  await browser.call(deleteCheckoutDrafts);
  const cookies = { draft: draft ?? "" };
  for (const { id } of [one, two]) {
    const { body } = await browser.call(getCheckoutDraft, { params: { productId: id } }, { cookies });
    expect(body.draft).toBeNull();
  }
});

test("after seven days it is not there, and begins anew without what it was", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await save(browser, product.id, { email: "ada@example.com", customerName: "Ada" });
  app.clock.advance({ days: 7, minutes: 1 });
  expect(await read(browser, product.id)).toBeNull();
  const { body } = await save(browser, product.id, { customerName: "Ben" });
  expect(body.draft).toMatchObject({ email: "", customerName: "Ben" });
});

test("a browser keeps its twenty newest checkouts", async () => {
  const browser = app.browser();
  const owner = await makeProduct(app);
  const products = await Promise.all(
    Array.from({ length: 22 }, () => makeProduct(app, { ownerId: owner.ownerId })),
  );
  for (const { id } of products) {
    app.clock.advance({ minutes: 1 });
    await save(browser, id, { email: "ada@example.com" });
  }
  const kept = await Promise.all(products.map(async ({ id }) => (await read(browser, id)) !== null));
  expect(kept).toEqual(products.map((_, index) => index >= 2));
});

test("one household begins three hundred in a day; past that a checkout works and is not kept", async () => {
  const strict = await testApp({ RATE_LIMIT_FACTOR: "1" });
  const product = await makeProduct(strict);
  const begin = async (address: string) => {
    const { body } = await save(strict.browser(address), product.id, { email: "a@example.com" });
    return body.draft !== null;
  };
  expect(await begin("203.0.113.8")).toBe(true);
  await strict.services.pool.query("update rate_limits set points = 300 where key like 'drafts:%'");
  expect(await begin("203.0.113.8")).toBe(false);
  expect(await begin("203.0.113.9")).toBe(true);
  const late = strict.browser("203.0.113.8");
  const opened = await late.call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: "a@example.com" },
  });
  expect(opened.status).toBe(200);
});

test("what is larger than a draft may be, is no draft", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  for (const body of [
    { customerName: "x".repeat(121) },
    { email: "nobody" },
    { shippingAddress: { line1: "x".repeat(201) } },
    { choice: chosen({ orderBumps: Array.from({ length: 21 }, () => product.id) }) },
    { choice: chosen({ link: "x".repeat(1_001) }) },
  ])
    expect((await save(browser, product.id, body)).status).toBe(422);
  expect(await rowsOf(product.id)).toEqual([]);
});

test("no mail comes of a draft, and a removed buyer leaves none", async () => {
  const product = await makeProduct(app);
  const buyer = app.browser();
  const email = `gone-${product.id}@example.com`;
  await pay(buyer, await openCheckout(buyer, product.id, email));
  await deliverWebhooks(app);
  const browser = app.browser();
  const mails = () => pool.query("select 1 from mail_outbox where lower(recipient) = lower($1)", [email]);
  const before = (await mails()).rowCount;
  await save(browser, product.id, { email, customerName: "Ada" });
  app.clock.advance({ hours: 80 });
  await app.runJobs();
  expect((await mails()).rowCount).toBe(before);
  const { rows } = await pool.query<{ id: string }>("select id from customers where email = $1", [email]);
  const now = app.clock.now();
  await inTransaction(pool, (client) => eraseCustomer(client, { customerId: rows[0]?.id ?? "", email, now }));
  expect(await rowsOf(product.id)).toEqual([]);
});
