import { expect, test } from "vitest";
import { confirmTotal, createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBumpShop } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;

test("two bumps toggled by two hands while the payment is confirmed: what is charged is what is recorded", async () => {
  const { main, bump, second } = await makeBumpShop(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "t@example.com");
  const toggles = [[bump.id], [second.id], [bump.id, second.id], []].map((orderBumps) =>
    browser.call(createPaymentIntent, {
      body: { productId: main.id, customerEmail: "t@example.com", orderBumps },
    }),
  );
  await Promise.all([...toggles, pay(browser, checkout)]);
  await browser.call(finishPayment, { body: { paymentIntentId: checkout.paymentIntentId ?? "" } });
  const intent = await app.services.payments.getIntent(checkout.paymentIntentId ?? "");
  const [order] = await rowsOf<{ id: string; total_cents: number }>(
    "select id, total_cents from orders where product_id = $1 and status = 'PAID'",
    main.id,
  );
  expect(order?.total_cents).toBe(intent.receivedCents);
  const [sum] = await rowsOf<{ cents: number }>(
    "select sum(total_price_cents)::int as cents from order_items where order_id = $1",
    order?.id,
  );
  expect(sum?.cents).toBe(intent.receivedCents);
});

test("what changed since the buyer looked is shown before the card is charged: price, bump, coupon", async () => {
  const { main, bump } = await makeBumpShop(app);
  const coupon = await makeCoupon(app, { ownerId: main.ownerId, code: "SHORT", discountValue: 500 });
  const browser = app.browser();
  const seen = await openCheckout(browser, main.id, "c@example.com", {
    orderBumps: [bump.id],
    couponCode: "SHORT",
  });
  const confirm = (checkout: { checkoutSessionId: string; cartVersion: number; totalCents: number }) =>
    browser.call(confirmTotal, {
      params: { checkoutSessionId: checkout.checkoutSessionId },
      body: { cartVersion: checkout.cartVersion, totalCents: checkout.totalCents, customerName: "Cy" },
    });
  await pool.query("update coupons set valid_until = $2 where id = $1", [coupon.id, app.clock.now()]);
  app.clock.advance({ seconds: 1 });
  const withoutCoupon = (await confirm(seen)).body;
  expect(withoutCoupon).toMatchObject({
    unchanged: false,
    totalCents: 6_499,
    coupon: null,
    couponProblem: "This coupon has expired.",
    clientSecret: seen.clientSecret,
  });
  await pool.query("update order_bumps set active = false where id = $1", [bump.id]);
  expect((await confirm(withoutCoupon)).body).toMatchObject({ unchanged: false, totalCents: 5_000 });
});

test("a physical product needs an address, which stands on its order", async () => {
  const book = await makeProduct(app, { type: "PHYSICAL", requiresShipping: true });
  const browser = app.browser();
  const checkout = await openCheckout(browser, book.id, "di@example.com", { shippingCountry: "GB" });
  expect(checkout.requiresShipping).toBe(true);
  const body = { cartVersion: 1, totalCents: checkout.totalCents, customerName: "Di" };
  const params = { checkoutSessionId: checkout.checkoutSessionId };
  expect(await browser.call(confirmTotal, { params, body })).toMatchObject({
    status: 422,
    body: { fields: { shippingAddress: "Please enter the address it is shipped to" } },
  });
  const american = { name: "Di Reader", line1: "1 Long Lane", city: "Leeds", country: "US" };
  expect(
    await browser.call(confirmTotal, { params, body: { ...body, shippingAddress: american } }),
  ).toMatchObject({
    status: 422,
    body: {
      fields: {
        "shippingAddress.region": "Please choose a state",
        "shippingAddress.postalCode": "Please enter the ZIP code",
      },
    },
  });
  const shippingAddress = {
    name: "Di Reader",
    line1: "1 Long Lane",
    city: "Leeds",
    postalCode: "LS1 1AA",
    country: "gb",
  };
  expect(await browser.call(confirmTotal, { params, body: { ...body, shippingAddress } })).toMatchObject({
    status: 200,
    body: { unchanged: true },
  });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await rowsOf("select shipping_address from orders where product_id = $1", book.id)).toEqual([
    { shipping_address: { ...shippingAddress, country: "GB", line2: "", region: "" } },
  ]);
});

test("a price that its creator lowered is charged as shown again", async () => {
  const { main } = await makeBumpShop(app);
  const browser = app.browser();
  const seen = await openCheckout(browser, main.id);
  const creator = app.as({ id: main.ownerId });
  await creator.call(updateProduct, {
    params: { id: main.id },
    body: { title: main.title, slug: main.slug, type: "SERVICE", priceCents: 4_000 },
  });
  const { body } = await browser.call(confirmTotal, {
    params: { checkoutSessionId: seen.checkoutSessionId },
    body: { cartVersion: seen.cartVersion, totalCents: seen.totalCents, customerName: "Ed" },
  });
  expect(body).toMatchObject({ unchanged: false, totalCents: 4_000, clientSecret: seen.clientSecret });
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
