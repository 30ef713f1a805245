import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  completeFreeOrder,
  confirmTotal,
  createPaymentIntent,
  finishPayment,
} from "#contract/checkout/checkout.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const count = async (text: string, ...values: unknown[]) =>
  Number(
    (await app.services.pool.query<{ n: string }>(`select count(*) as n from ${text}`, values)).rows[0]?.n,
  );

test("a checkout is priced by the server and opens one intent, however often it is asked for", async () => {
  const product = await makeProduct(app, { priceCents: 1_900 });
  const browser = app.browser();
  const first = await openCheckout(browser, product.id);
  const second = await openCheckout(browser, product.id);
  expect(first).toMatchObject({
    totalCents: 1_900,
    cartVersion: 1,
    lines: [{ title: product.title, totalPriceCents: 1_900 }],
  });
  expect(second).toEqual(first);
  const changed = await openCheckout(browser, product.id, "other@example.com");
  expect(changed).toMatchObject({
    clientSecret: first.clientSecret,
    checkoutSessionId: first.checkoutSessionId,
    cartVersion: 2,
  });
  expect(
    await count(
      "sandbox.payment_intents where metadata ->> 'checkout_session' = $1",
      first.checkoutSessionId,
    ),
  ).toBe(1);
});

test("how the page shows its checkout is stored and answered, and is no part of the cart", async () => {
  const product = await makeProduct(app, { priceCents: 1_900 });
  const browser = app.browser();
  const open = async (checkoutType?: "STANDARD" | "EXPRESS" | "EMBEDDED" | "SLIDE") => {
    const body = {
      productId: product.id,
      customerEmail: "a@example.com",
      ...(checkoutType && { checkoutType }),
    };
    return (await browser.call(createPaymentIntent, { body })).body;
  };
  const stored = (checkoutType: string) =>
    count("checkout_sessions where product_id = $1 and checkout_type = $2", product.id, checkoutType);
  expect(await open()).toMatchObject({ checkoutType: "STANDARD", cartVersion: 1 });
  expect(await stored("STANDARD")).toBe(1);
  expect(await open("SLIDE")).toMatchObject({ checkoutType: "SLIDE", cartVersion: 1 });
  expect(await open()).toMatchObject({ checkoutType: "SLIDE", cartVersion: 1 });
  expect(await stored("SLIDE")).toBe(1);
  const fresh = await app.browser().call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: "b@example.com", checkoutType: "EMBEDDED" },
  });
  expect(fresh.body).toMatchObject({ checkoutType: "EMBEDDED" });
  expect(await stored("EMBEDDED")).toBe(1);
  const wrong = { productId: product.id, customerEmail: "b@example.com", checkoutType: "POPUP" as "SLIDE" };
  expect(await browser.call(createPaymentIntent, { body: wrong })).toMatchObject({
    status: 422,
    body: { fields: { checkoutType: expect.any(String) } },
  });
});

test("two hundred parallel submits of one checkout make one session, one intent and one order", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await browser.call(createPaymentIntent, {
    body: { productId: randomUUID(), customerEmail: "a@example.com" },
  });
  const opened = await Promise.all(Array.from({ length: 200 }, () => openCheckout(browser, product.id)));
  expect(new Set(opened.map((answer) => answer.paymentIntentId)).size).toBe(1);
  const [checkout] = opened;
  if (!checkout) throw new Error("no checkout");

  const paid = await Promise.all(Array.from({ length: 200 }, () => pay(browser, checkout)));
  expect(paid.some(({ status }) => status === "succeeded")).toBe(true);
  await Promise.all([
    deliverWebhooks(app, 5),
    ...Array.from({ length: 20 }, () =>
      browser.call(finishPayment, { body: { paymentIntentId: checkout.paymentIntentId ?? "" } }),
    ),
  ]);
  expect(await count("orders where product_id = $1", product.id)).toBe(1);
  expect(await count("access where product_id = $1", product.id)).toBe(1);
  expect(
    await count(
      "mail_outbox where event in (select 'receipt:' || id from orders where product_id = $1)",
      product.id,
    ),
  ).toBe(1);
  expect(
    await count("order_payments p join orders o on o.id = p.order_id where o.product_id = $1", product.id),
  ).toBe(1);
  // None of them took the one payment for a second one.
  expect(await count("sandbox.refunds where payment_intent = $1", checkout.paymentIntentId)).toBe(0);
});

test("a payment completes its order by webhook alone, and the browser that paid may see it", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await pay(browser, checkout);
  const params = { paymentIntentId: checkout.paymentIntentId ?? "" };
  const querystring = { customer_email: "buyer@example.com" };
  expect((await browser.call(getOrderByPaymentIntent, { params, querystring })).status).toBe(404);
  await deliverWebhooks(app);
  const { status, body } = await browser.call(getOrderByPaymentIntent, { params, querystring });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    order: { status: "PAID", totalCents: 1_900 },
    product: { id: product.id },
    orderItems: [{ itemType: "MAIN" }],
  });
});

test("unproven, unknown and another's order look the same, to the byte", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const ask = (
    caller: { call: typeof app.call },
    paymentIntentId: string,
    email = "buyer@example.com",
    headers = {},
  ) =>
    caller.call(
      getOrderByPaymentIntent,
      { params: { paymentIntentId }, querystring: { customer_email: email } },
      { headers },
    );
  const stranger = app.browser();
  const id = checkout.paymentIntentId ?? "";
  const answers = [
    await ask(stranger, id),
    await ask(stranger, "pi_sbx_000000000000000000000000"),
    await ask(stranger, id, "someone@example.com"),
    await ask(browser, id, "someone@example.com"),
    await ask(stranger, id, "buyer@example.com", { "x-order-proof": "A".repeat(43) }),
    await ask(stranger, id, "buyer@example.com", { "x-order-proof": "" }),
    await ask(stranger, `free_${randomUUID()}`),
    await ask(stranger, "free_not-an-id"),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
  const missing = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: id },
    querystring: {},
  });
  expect(missing).toMatchObject({
    status: 400,
    body: { message: "Customer email verification required for order access" },
  });
});

test("the secret that a bank's return brings opens the order in another browser, for an hour", async () => {
  const product = await makeProduct(app);
  const checkout = await openCheckout(app.browser(), product.id);
  await pay(app.browser(), checkout);
  const body = { paymentIntentId: checkout.paymentIntentId ?? "" };
  const safari = app.browser();
  expect((await safari.call(finishPayment, { body })).status).toBe(404);
  expect(
    (
      await safari.call(
        finishPayment,
        { body },
        { headers: { "x-order-proof": "pi_wrong_secret_xxxxxxxxxxxxxxxx" } },
      )
    ).status,
  ).toBe(404);
  const proof = { headers: { "x-order-proof": checkout.clientSecret ?? "" } };
  expect((await safari.call(finishPayment, { body }, proof)).body).toEqual({
    status: "PAID",
    message: null,
    code: null,
    waitsFor: null,
    mainProductId: product.id,
  });
  const seen = await safari.call(getOrderByPaymentIntent, {
    params: body,
    querystring: { customer_email: "buyer@example.com" },
  });
  expect(seen.status).toBe(200);
  app.clock.advance({ minutes: 61 });
  expect((await app.browser().call(finishPayment, { body }, proof)).status).toBe(404);
});

test("a declined card leaves a FAILED order that a second try turns PAID", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  expect(await pay(browser, checkout, { ...goodCard, number: "4000000000000002" })).toMatchObject({
    error: { message: "Your card was declined." },
  });
  await deliverWebhooks(app);
  expect(await count("orders where product_id = $1 and status = 'FAILED'", product.id)).toBe(1);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await count("orders where product_id = $1 and status = 'PAID'", product.id)).toBe(1);
  expect(await count("order_items where product_id = $1", product.id)).toBe(1);
});

test("a lost webhook is found by the reconciler after two minutes", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, product.id));
  await app.services.pool.query("update sandbox.events set delivered_at = now() where delivered_at is null");
  await app.reconcile();
  expect(await count("orders where product_id = $1", product.id)).toBe(0);
  app.clock.advance({ minutes: 3 });
  await app.reconcile();
  expect(await count("orders where product_id = $1 and status = 'PAID'", product.id)).toBe(1);
});

test("a price that changed is shown and asked for again", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await app.as(creator).call(updateProduct, { params: { id: product.id }, body: { priceCents: 2_500 } });
  const seen = {
    cartVersion: checkout.cartVersion,
    totalCents: checkout.totalCents,
    customerName: "Ada Buyer",
  };
  const params = { checkoutSessionId: checkout.checkoutSessionId };
  const asked = await browser.call(confirmTotal, { params, body: seen });
  expect(asked.body).toMatchObject({ unchanged: false, totalCents: 2_500, cartVersion: 2 });
  const again = await browser.call(confirmTotal, {
    params,
    body: { ...seen, cartVersion: 2, totalCents: 2_500 },
  });
  expect(again.body).toMatchObject({ unchanged: true });
  expect((await app.browser().call(confirmTotal, { params, body: seen })).status).toBe(404);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(
    await count(
      "orders where product_id = $1 and total_cents = 2500 and customer_name = 'Ada Buyer'",
      product.id,
    ),
  ).toBe(1);
});

test("an amount that does not fit is quarantined, never paid", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await app.services.pool.query("update sandbox.payment_intents set amount = 700 where id = $1", [
    checkout.paymentIntentId,
  ]);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await count("orders where product_id = $1", product.id)).toBe(0);
  expect(
    await count(
      "quarantined_payments where payment_intent_id = $1 and received_cents = 700 and expected_cents = 1900",
      checkout.paymentIntentId,
    ),
  ).toBe(1);
});

test("a free product is ordered without a payment, once", async () => {
  const product = await makeProduct(app, { priceCents: 0 });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  expect(checkout).toMatchObject({ clientSecret: null, free: true, totalCents: 0 });
  const place = () =>
    browser.call(completeFreeOrder, {
      params: { checkoutSessionId: checkout.checkoutSessionId },
      body: { cartVersion: 1, customerName: "Ada" },
    });
  const placed = await Promise.all(Array.from({ length: 10 }, place));
  expect(
    new Set(placed.filter(({ status }) => status === 200).map(({ body }) => body.orderReference)).size,
  ).toBe(1);
  const reference = placed.find(({ status }) => status === 200)?.body.orderReference ?? "";
  expect(reference).toMatch(/^free_/);
  expect(await count("orders where product_id = $1", product.id)).toBe(1);
  const seen = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: reference },
    querystring: { customer_email: "buyer@example.com" },
  });
  expect(seen.status).toBe(200);
  const finish = { body: { paymentIntentId: reference } };
  expect((await browser.call(finishPayment, finish)).body).toMatchObject({
    status: "PAID",
    mainProductId: product.id,
  });
  expect((await app.browser().call(finishPayment, finish)).status).toBe(404);
  const stranger = await app.browser().call(completeFreeOrder, {
    params: { checkoutSessionId: checkout.checkoutSessionId },
    body: { cartVersion: 1, customerName: "Eve" },
  });
  expect(stranger.status).toBe(404);
});

test("what was bought a moment ago is not sold again unless the buyer says so", async () => {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const body = { productId: product.id, customerEmail: "buyer@example.com" };
  const refused = await browser.call(createPaymentIntent, { body });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "ALREADY_PURCHASED", orderReference: checkout.paymentIntentId },
  });
  expect((await app.browser().call(createPaymentIntent, { body })).status).toBe(200);
  expect(
    (await browser.call(createPaymentIntent, { body: { ...body, buyAgain: true } })).body.paymentIntentId,
  ).not.toBe(checkout.paymentIntentId);
});

test.each([
  [{ productId: "nonsense", customerEmail: "a@example.com" }, 422, "productId"],
  [{ productId: randomUUID(), customerEmail: "not an address" }, 422, "customerEmail"],
  [{ productId: randomUUID(), customerEmail: "" }, 422, "customerEmail"],
  [{ productId: randomUUID(), customerEmail: "a@example.com", orderBumps: "all" }, 422, "orderBumps"],
])("%o is refused with the field named", async (body, status, field) => {
  const answer = await app.call(createPaymentIntent, { body: body as never });
  expect(answer.status).toBe(status);
  expect(answer.body).toHaveProperty(["fields", field]);
});

test("an unknown or inactive product cannot be bought", async () => {
  const product = await makeProduct(app, { state: "DRAFT" });
  for (const productId of [product.id, randomUUID()]) {
    const answer = await app.call(createPaymentIntent, {
      body: { productId, customerEmail: "a@example.com" },
    });
    expect(answer).toMatchObject({ status: 404, body: { message: "Product not found" } });
  }
});

test("an unsigned, altered or foreign webhook stores nothing", async () => {
  const payload = JSON.stringify({
    id: "evt_1",
    type: "payment_intent.succeeded",
    data: { object: { id: "pi_1" } },
  });
  for (const headers of [{}, { "sandbox-signature": "t=1,v1=00" }, { "stripe-signature": "t=1,v1=00" }]) {
    const answer = await app.app.inject({ method: "POST", url: "/webhook/sandbox", payload, headers });
    expect(answer.statusCode).toBe(400);
  }
  expect(await count("webhook_events where event_id = 'evt_1'")).toBe(0);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
