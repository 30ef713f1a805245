import { expect, test } from "vitest";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("an international domain buys, is kept as mail servers read it, and opens its order as it was typed", async () => {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const browser = app.browser();
  const name = `ada${product.id.slice(0, 8)}`;
  const checkout = await openCheckout(browser, product.id, `\u200b${name.toUpperCase()}＠exämple.com`);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { rows } = await app.services.pool.query<{ email: string; paymentIntentId: string }>(
    `select c.email, o.payment_intent_id as "paymentIntentId"
       from orders o join customers c on c.id = o.customer_id where c.email like $1`,
    [`${name}%`],
  );
  expect(rows).toMatchObject([{ email: `${name}@xn--exmple-cua.com` }]);
  for (const customer_email of [` ${name}@EXÄMPLE.com\u00a0`, `${name}@xn--exmple-cua.com`]) {
    const { status } = await browser.call(getOrderByPaymentIntent, {
      params: { paymentIntentId: rows[0]!.paymentIntentId },
      querystring: { customer_email },
    });
    expect(status, customer_email).toBe(200);
  }
});
