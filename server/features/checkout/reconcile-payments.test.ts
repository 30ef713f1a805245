import { expect, test } from "vitest";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { openCheckout, pay, takeEvents } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { payments, pool } = app.services;

/** A payment that was made, and whose events are lost. */
async function unheard() {
  const product = await makeProduct(app);
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, product.id));
  await takeEvents(app);
  return async () =>
    (await pool.query("select status from orders where product_id = $1", [product.id])).rows.length === 1;
}

test("a payment whose events were lost is found within minutes after a provider that was silent for most of a day", async () => {
  const isKnown = await unheard();
  const { getIntent } = payments;
  try {
    payments.getIntent = () => Promise.reject(new GatewayError("unavailable", "Nobody answers", true));
    for (let minutes = 0; minutes < 20 * 60; minutes += 20) {
      app.clock.advance({ minutes: 20 });
      await app.reconcile();
    }
  } finally {
    payments.getIntent = getIntent;
  }
  expect(await isKnown()).toBe(false);
  app.clock.advance({ minutes: 3 });
  await app.reconcile();
  expect(await isKnown()).toBe(true);
});

test("a payment that is open is asked about less and less often, and no more than that", async () => {
  const product = await makeProduct(app);
  await openCheckout(app.browser(), product.id);
  const { getIntent } = payments;
  const asked = new Set<number>();
  let minute = 0;
  try {
    payments.getIntent = (id) => {
      asked.add(minute);
      return getIntent(id);
    };
    while (minute++ < 70) {
      app.clock.advance({ minutes: 1 });
      await app.reconcile();
    }
  } finally {
    payments.getIntent = getIntent;
  }
  expect([...asked]).toEqual([2, 4, 8, 16, 32, 64]);
});
