import { expect, test } from "vitest";
import { confirmTotal } from "#contract/checkout/checkout.ts";
import { currentConsent } from "#contract/checkout/delivery-consent.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { getReceiptOrder } from "#server/features/orders/mails/receipt-order.ts";
import { receiptWords } from "#server/features/orders/receipt-pdf/get-receipt-pdf.ts";
import type { productTypes } from "#server/database/schema/catalog.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

type Said = { startsNow?: boolean; knowsRightEnds?: boolean; consentVersion?: number };
type Checkout = Awaited<ReturnType<typeof openCheckout>>;
const both = { startsNow: true, knowsRightEnds: true, consentVersion: currentConsent.version };
const email = "buyer@example.com";

const press = (
  browser: Caller,
  {
    checkoutSessionId,
    cartVersion,
    totalCents,
  }: Pick<Checkout, "checkoutSessionId" | "cartVersion" | "totalCents">,
  said: Said,
) =>
  browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: { cartVersion, totalCents, customerName: "A Buyer", ...said },
  });
const consents = async (paymentIntentId: string | null) =>
  (
    await pool.query<{ version: number }>(
      `select given.text_version as version from withdrawal_consents given
         join checkout_sessions s on s.session_id = given.checkout_session_id where s.payment_intent_id = $1`,
      [paymentIntentId],
    )
  ).rows;
const page = async (browser: Caller, paymentIntentId: string | null) =>
  (
    await browser.call(getOrderByPaymentIntent, {
      params: { paymentIntentId: paymentIntentId ?? "" },
      querystring: { customer_email: email },
    })
  ).body;

/** What the mail and the PDF of an order say. */
async function receiptOf(orderId: string): Promise<[text: string, html: string, notes: string]> {
  const { text, html } = await renderMail(app.services, "receipt", { orderId });
  const { notes } = receiptWords(await getReceiptOrder(pool, orderId), []);
  return [text, html, notes.join("\n")];
}

/** Buys with all that is said, one press after the other. */
async function buy(type: (typeof productTypes)[number], ...presses: Said[]) {
  const product = await makeProduct(app, { type });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, email);
  for (const said of presses) expect((await press(browser, checkout, said)).body.unchanged).toBe(true);
  expect(await consents(checkout.paymentIntentId)).toEqual([]);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { order } = await page(browser, checkout.paymentIntentId);
  return { order, browser, checkout, kept: await consents(checkout.paymentIntentId) };
}

test("both sentences are kept with the paid order, once; the right ends, and the receipt says so", async () => {
  const { order, browser, checkout, kept } = await buy("DOWNLOAD", both);
  expect(kept).toEqual([{ version: currentConsent.version }]);
  expect(order.withdrawableUntil).toBeNull();
  for (const words of await receiptOf(order.id)) expect(words).toContain(currentConsent.confirmation);
  // Nothing that is said afterwards changes it.
  expect((await press(browser, checkout, {})).status).toBe(404);
  await deliverWebhooks(app);
  expect(await consents(checkout.paymentIntentId)).toEqual(kept);
});

test("one sentence, none, words that are none of ours, or a last press without them leave the right as it is", async () => {
  const said: Said[][] = [
    [{}],
    [{ ...both, knowsRightEnds: false }],
    [{ ...both, startsNow: false }],
    [{ startsNow: true, knowsRightEnds: true }],
    [{ ...both, consentVersion: 2_000_000_000 }],
    [both, {}],
  ];
  for (const presses of said) {
    const { order, kept } = await buy("DOWNLOAD", ...presses);
    expect(kept).toEqual([]);
    expect(order.withdrawableUntil).not.toBeNull();
    for (const words of await receiptOf(order.id)) expect(words).not.toContain(currentConsent.confirmation);
  }
});

test.each(["SERVICE", "BOOKING_LINK", "EVENT"] as const)(
  "a consent is never kept for what is no digital content: %s",
  async (type) => {
    const { order, kept } = await buy(type, both);
    expect(kept).toEqual([]);
    for (const words of await receiptOf(order.id)) expect(words).not.toContain(currentConsent.confirmation);
  },
);

test("a download that is bought with a service leaves the service's right as it is", async () => {
  const main = await makeProduct(app, { type: "SERVICE" });
  const extra = await makeProduct(app, { type: "DOWNLOAD", ownerId: main.ownerId });
  const bump = await makeBump(app, main, { bumpProductId: extra.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, email, { orderBumps: [bump.id] });
  await press(browser, checkout, both);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await consents(checkout.paymentIntentId)).toHaveLength(1);
  expect((await page(browser, checkout.paymentIntentId)).order.withdrawableUntil).not.toBeNull();
});

test("a consent goes on with the checkout that takes an expired one's place", async () => {
  const product = await makeProduct(app, { type: "DOWNLOAD" });
  const browser = app.browser();
  const expired = await openCheckout(browser, product.id, email);
  await pool.query("update checkout_sessions set status = 'EXPIRED' where session_id = $1", [
    expired.checkoutSessionId,
  ]);
  const { body } = await press(browser, expired, both);
  expect(body.checkoutSessionId).not.toBe(expired.checkoutSessionId);
  await pay(browser, body);
  await deliverWebhooks(app);
  expect(await consents(body.paymentIntentId)).toHaveLength(1);
});
