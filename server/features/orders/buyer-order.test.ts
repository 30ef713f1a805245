import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refundOrder, updateOrderLine } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();

const deliveryNote = "Meet me at https://example.com/room";
const read = (who: Caller, paymentIntentId: string, customer_email: string, proof = {}) =>
  who.call(getOrderByPaymentIntent, { params: { paymentIntentId }, querystring: { customer_email } }, proof);

test("an order tells its buyer what went back, and closes its delivery note with the access", async () => {
  const bought = await buyOrder(app, { priceCents: 5_000, bumps: [1_000], product: { deliveryNote } });
  const order = async () => (await read(bought.browser, bought.paymentIntentId, bought.email)).body;
  expect(await order()).toMatchObject({
    order: { status: "PAID", refundedCents: 0, disputed: false },
    creator: { email: expect.stringContaining("@") },
    orderItems: [
      { isOpen: true, deliveryNote, refundedCents: 0 },
      { isOpen: true, deliveryNote },
    ],
  });
  const [main] = (await bought.read()).lines;
  const refund = (amountCents: number) =>
    bought.seller.call(refundOrder, {
      params: { id: bought.id },
      body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: main!.id, amountCents }] },
    });
  await refund(2_000);
  expect(await order()).toMatchObject({
    order: { status: "PAID", refundedCents: 2_000 },
    orderItems: [{ isOpen: true, deliveryNote, refundedCents: 2_000 }, { isOpen: true }],
  });
  await refund(3_000);
  expect(await order()).toMatchObject({
    order: { refundedCents: 5_000 },
    orderItems: [
      { isOpen: false, deliveryNote: null, refundedCents: 5_000 },
      { isOpen: true, deliveryNote },
    ],
  });
});

test("an order that is not found, not proven or another's answers alike, in the fixed words", async () => {
  const bought = await buyOrder(app);
  for (const answer of [
    await read(app, bought.paymentIntentId, bought.email),
    await read(bought.browser, bought.paymentIntentId, "else@example.com"),
    await read(bought.browser, "pi_unknown", bought.email),
  ])
    expect(answer).toMatchObject({ status: 404, body: { message: "Failed to fetch order details" } });
});

test("a disputed order is closed while the bank decides", async () => {
  const bought = await buyOrder(app, { product: { deliveryNote } });
  await app.services.pool.query("update orders set disputed = true where id = $1", [bought.id]);
  await app.services.pool.query(
    `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents)
     select o.owner_id, o.id, p.id, 'dp_' || o.id, 1900 from orders o join order_payments p on p.order_id = o.id where o.id = $1`,
    [bought.id],
  );
  expect((await read(bought.browser, bought.paymentIntentId, bought.email)).body).toMatchObject({
    order: { status: "PAID", disputed: true, dispute: { amountCents: 1_900, createdAt: expect.any(String) } },
    orderItems: [{ isOpen: false, deliveryNote: null }],
  });
});

test("a payment that failed is told to the browser that tried, without what only buyers may see", async () => {
  const bought = await buyOrder(app, { product: { deliveryNote }, card: "4000000000000002" });
  const unpaid = {
    order: { status: "FAILED", refundedCents: 0 },
    creator: { email: "" },
    orderItems: [{ isOpen: false, deliveryNote: null }],
  };
  expect((await read(bought.browser, bought.paymentIntentId, bought.email)).body).toMatchObject(unpaid);
  expect((await read(app.browser(), bought.paymentIntentId, bought.email)).status).toBe(404);
  const { cookie } = await proveBuyer(app, bought.email);
  expect((await read(app, bought.paymentIntentId, bought.email, cookie)).body).toMatchObject(unpaid);
});

test("a shipped order shows where it goes and where it is", async () => {
  const product = await makeProduct(app, { type: "PHYSICAL", requiresShipping: true });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: `pi_${randomUUID()}` });
  const shippingAddress = {
    name: "Ada Buyer",
    line1: "1 Long Road",
    line2: "",
    city: "Springfield",
    region: "IL",
    postalCode: "62701",
    country: "US",
  };
  await app.services.pool.query("update orders set shipping_address = $2 where id = $1", [
    order.id,
    JSON.stringify(shippingAddress),
  ]);
  const { cookie } = await proveBuyer(app, order.email);
  const seen = async () => (await read(app, order.paymentIntentId ?? "", order.email, cookie)).body;
  expect(await seen()).toMatchObject({
    order: { shippingAddress },
    orderItems: [{ requiresShipping: true, shippedAt: null, trackingUrl: null }],
  });
  const trackingUrl = "https://example.com/track/1";
  await app.as({ id: order.ownerId }).call(updateOrderLine, {
    params: { id: order.id, lineId: order.items[0]!.id },
    body: { shipped: true, trackingUrl },
  });
  expect(await seen()).toMatchObject({
    orderItems: [{ shippedAt: expect.any(String), trackingUrl }],
  });
});
