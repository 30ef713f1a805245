import { expect, test } from "vitest";
import { highestCents } from "#contract/values.ts";
import { listAffiliates } from "#contract/affiliates/affiliates.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { listCommissions, listPayouts } from "#contract/affiliates/commissions.ts";
import { getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { getOrder, getOrderTotals, listOrders } from "#contract/orders/orders-admin.ts";
import { getDashboardStats, getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import { makeAffiliate, makePayout } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const customerEmail = "ann@example.com";

test("an order of products at the highest price, each paid on its own, is answered by every list that holds it", async () => {
  const main = await makeProduct(app, { priceCents: highestCents });
  const extra = await makeProduct(app, { ownerId: main.ownerId, priceCents: highestCents });
  const upsell = await makeUpsell(app, main, { upsellProductId: extra.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, customerEmail);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const paymentIntentId = checkout.paymentIntentId ?? "";
  const accepted = await browser.call(processUpsell, {
    body: { upsellId: upsell.id, paymentIntentId, customerEmail, action: "ACCEPT" },
  });
  expect(accepted.body).toMatchObject({ action: "ACCEPTED", amountCents: highestCents });

  const totalCents = 2 * highestCents;
  const creator = app.as({ id: main.ownerId });
  const orders = await creator.call(listOrders);
  expect(orders.body).toMatchObject([{ totalCents }]);
  const [order] = orders.body;
  const params = { id: order?.id ?? "" };
  expect((await creator.call(getOrder, { params })).body).toMatchObject({ totalCents });
  expect((await creator.call(getOrderTotals)).body).toMatchObject({ paidCents: totalCents });
  expect((await creator.call(getDashboardStats)).body).toMatchObject({ totalRevenue: totalCents });
  expect((await creator.call(listCustomers)).body).toMatchObject([{ orders: [{ totalCents }] }]);
  const customer = await creator.call(getCustomer, { params: { id: order?.customerId ?? "" } });
  expect(customer.body).toMatchObject({ orders: [{ totalCents }] });
  const bought = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId },
    querystring: { customer_email: customerEmail },
  });
  expect(bought.body).toMatchObject({ order: { totalCents } });
  expect(await auditNow(app)).toEqual([]);
});

test("a cart above what one payment can carry is refused with words, and nothing is begun at the provider", async () => {
  const main = await makeProduct(app, { priceCents: highestCents });
  const bump = await makeBump(app, main);
  const browser = app.browser();
  const open = (orderBumps: string[]) =>
    browser.call(createPaymentIntent, { body: { productId: main.id, customerEmail, orderBumps } });
  const { status, body } = await open([bump.id]);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      fields: {
        orderBumps:
          "Together this is more than one payment can carry ($999,999.99). Please leave an offer out.",
      },
    },
  });
  const { rows } = await app.services.pool.query("select from checkout_sessions where product_id = $1", [
    main.id,
  ]);
  expect(rows).toEqual([]);
  expect((await open([])).status).toBe(200);
});

test("a membership's first bill above what one payment can carry is refused in the same words", async () => {
  const main = await makeProduct(app, {
    priceCents: highestCents,
    type: "MEMBERSHIP",
    billingInterval: "YEAR",
  });
  const bump = await makeBump(app, main);
  const { status, body } = await app.browser().call(createPaymentIntent, {
    body: { productId: main.id, customerEmail, orderBumps: [bump.id] },
  });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { fields: { orderBumps: expect.any(String) } },
  });
});

test("where a provider carries less, a product above that is refused, and an add-on above it is not offered", async () => {
  const payments = app.services.payments;
  const { highestPaymentCents } = payments;
  const main = await makeProduct(app, { priceCents: 5_000 });
  const dear = await makeProduct(app, { ownerId: main.ownerId, priceCents: 20_000 });
  await makeUpsell(app, main, { upsellProductId: dear.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, customerEmail);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const offers = async () =>
    (
      await browser.call(listUpsellOffers, {
        params: { mainProductId: main.id },
        querystring: { paymentIntentId: checkout.paymentIntentId ?? "" },
      })
    ).body.length;
  expect(await offers()).toBe(1);
  try {
    payments.highestPaymentCents = 10_000;
    expect(await offers()).toBe(0);
    const refused = await app
      .browser()
      .call(createPaymentIntent, { body: { productId: dear.id, customerEmail } });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { productId: expect.stringContaining("$100.00") } },
    });
  } finally {
    payments.highestPaymentCents = highestPaymentCents;
  }
});

test("what an affiliate is owed and was paid may be more than a column of one amount holds", async () => {
  const product = await makeProduct(app, { priceCents: highestCents });
  const creator = app.as({ id: product.ownerId });
  const affiliate = await makeAffiliate(app, { ownerId: product.ownerId });
  for (let number = 0; number < 2; number++) {
    const order = await makeOrder(app, { items: [{ product }] });
    await makePayout(app, { affiliate, orderItem: order.items[0] });
  }
  await app.services.pool.query("update commissions set amount_cents = 2000000000 where owner_id = $1", [
    product.ownerId,
  ]);
  const [one] = (await creator.call(listPayouts)).body;
  expect(one).toMatchObject({ totalCents: 2_000_000_000 });
  expect((await creator.call(listCommissions)).body).toHaveLength(2);
  const [sums] = (await creator.call(listAffiliates)).body;
  expect((sums?.inPayoutCents ?? 0) + (sums?.paidCents ?? 0)).toBe(4_000_000_000);
});
