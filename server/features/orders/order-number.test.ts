import { expect, test } from "vitest";
import { listOrders } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

test("sales at the same moment take the creator's next numbers, each its own, and another creator begins anew", async () => {
  const [creator, other] = [await makeCreator(app), await makeCreator(app)];
  const product = await makeProduct(app, { ownerId: creator.id });
  const made = await Promise.all(Array.from({ length: 12 }, () => makeOrder(app, { items: [{ product }] })));
  const { rows } = await pool.query<{ number: number }>(
    "select number from order_numbers where order_id = any ($1) order by number",
    [made.map(({ id }) => id)],
  );
  expect(rows.map(({ number }) => number)).toEqual(made.map((_, place) => 1_001 + place));
  expect((await (await buyOrder(app, { creator: other })).read()).number).toBe(1_001);
});

test("a buyer reads the number on the order and in its mail, never the id; its creator finds the order by it", async () => {
  const creator = await makeCreator(app);
  await buyOrder(app, { creator });
  const bought = await buyOrder(app, { creator });
  const { body } = await bought.browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: bought.paymentIntentId },
    querystring: { customer_email: bought.email },
  });
  expect(body.order.number).toBe(1_002);
  const { text } = await renderMail(app.services, "receipt", { orderId: bought.id });
  expect(text).toContain("Order 1002");
  expect(text).not.toContain(bought.id);
  for (const q of ["1002", "#1002"]) {
    const found = await bought.seller.call(listOrders, { querystring: { q, page: 1, perPage: 10 } });
    expect(found.body.map(({ id }) => id)).toEqual([bought.id]);
  }
});
