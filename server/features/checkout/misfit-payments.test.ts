import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { deliverWebhooks, openCheckout, pay, sendWebhook, takeEvents } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const countOf = async (from: string, paymentIntentId: string | null) =>
  (
    await pool.query<{ n: number }>(`select count(*)::int as n from ${from} where payment_intent_id = $1`, [
      paymentIntentId,
    ])
  ).rows[0]?.n;

// A provider may say what the sandbox never would.
beforeAll(() => pool.query("alter table sandbox.payment_intents drop constraint sandbox_intents_amount"));

const changed = (name: string, value: string) =>
  [`${name}: '${value}'`, `metadata = metadata || jsonb_build_object('${name}', '${value}'::text)`] as const;
const misfits = [
  ["a part was captured", "amount_received = amount / 2"],
  ["a cent is missing", "amount_received = amount - 1"],
  ["a cent too much", "amount_received = amount + 1"],
  ["nothing was received", "amount_received = 0"],
  ["another currency", "currency = 'eur'"],
  ...["0", "-1", "2", "1.5", "1e0", "0x1", " 1", "3000000000", "99999999999999999999", "NaN", ""].map(
    (version) => changed("cart_version", version),
  ),
  ...["", "x", randomUUID()].map((id) => changed("checkout_session", id)),
  [
    "an add-on of nobody",
    `metadata = jsonb_build_object('order', '${randomUUID()}', 'upsell', '${randomUUID()}')`,
  ],
] as const;

test.for(misfits)(
  "a payment that does not fit (%s) is kept aside once, whatever is told of it, and makes no order",
  async ([, change]) => {
    const product = await makeProduct(app, { priceCents: 1_234 });
    const browser = app.browser();
    const checkout = await openCheckout(browser, product.id);
    await pay(browser, checkout);
    const events = (await takeEvents(app)).toReversed();
    await pool.query(`update sandbox.payment_intents set ${change} where id = $1`, [
      checkout.paymentIntentId,
    ]);
    for (let times = 0; times < 3; times++)
      for (const event of events) {
        // The same twice, and once under another name.
        const id = times < 2 ? event.id : `evt_${randomUUID()}`;
        expect(await sendWebhook(app, { ...event, id })).toBe(200);
        await app.runJobs();
      }
    const { status, body } = await browser.call(finishPayment, {
      body: { paymentIntentId: checkout.paymentIntentId ?? "" },
    });
    expect([status, body.status]).toEqual([200, "PENDING"]);
    expect(await countOf("quarantined_payments", checkout.paymentIntentId)).toBe(1);
    expect(await countOf("order_payments", checkout.paymentIntentId)).toBe(0);
  },
);

test("an event that came once does not come again with another content", async () => {
  const browser = app.browser();
  const [one, two] = [await makeProduct(app), await makeProduct(app)];
  const paid = await openCheckout(browser, one.id);
  await pay(browser, paid);
  const [event] = await takeEvents(app);
  const other = await openCheckout(browser, two.id);
  await pay(browser, other);
  const [second] = await takeEvents(app);
  if (!event || !second) throw new Error("the sandbox said nothing");
  await sendWebhook(app, event);
  await sendWebhook(app, { ...second, id: event.id });
  await app.runJobs();
  expect(await countOf("order_payments", paid.paymentIntentId)).toBe(1);
  expect(await countOf("order_payments", other.paymentIntentId)).toBe(0);
});

test("nothing is left waiting, and the books know each of them", async () => {
  app.clock.advance({ minutes: 5 });
  await app.reconcile();
  await deliverWebhooks(app);
  const { rows } = await pool.query("select from webhook_events where handled_at is null");
  expect(rows).toEqual([]);
  expect(await auditNow(app)).toEqual([]);
});
