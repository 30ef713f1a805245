import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { processUpsell } from "#contract/checkout/post-purchase.ts";
import { answerSandboxBank, authenticateSandboxPayment } from "#contract/dev/sandbox.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const email = "ada@example.com";

/** An order that was paid with a card whose bank wants to see its buyer each time, and an add-on that was accepted. */
async function acceptAddOn() {
  const product = await makeProduct(app);
  const extra = await makeProduct(app, { ownerId: product.ownerId, priceCents: 1_500 });
  const upsell = await makeUpsell(app, product, { upsellProductId: extra.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, email);
  const { redirectUrl } = await pay(browser, checkout, { ...goodCard, number: "4000002760003184" });
  await answer(browser, redirectUrl, "complete");
  await deliverWebhooks(app);
  const body = {
    upsellId: upsell.id,
    paymentIntentId: checkout.paymentIntentId ?? "",
    customerEmail: email,
    action: "ACCEPT" as const,
  };
  const accept = async () => (await browser.call(processUpsell, { body })).body;
  const { paymentIntentId, clientSecret, ...accepted } = await accept();
  const toBank = async (secret = clientSecret ?? "") =>
    browser.call(authenticateSandboxPayment, {
      params: { id: paymentIntentId ?? "" },
      body: { clientSecret: secret, returnUrl: "http://localhost:3000/post-purchase" },
    });
  return { browser, accepted, accept, toBank, paymentIntentId: paymentIntentId ?? "" };
}

const answer = (
  browser: ReturnType<typeof app.browser>,
  url: string | undefined,
  said: "complete" | "fail",
) =>
  browser.call(answerSandboxBank, {
    params: { token: url?.split("/").at(-1) ?? "" },
    body: { answer: said },
  });

test("an add-on whose bank wants to see the buyer goes to that bank with the saved card, once", async () => {
  const { browser, accepted, toBank, paymentIntentId } = await acceptAddOn();
  expect(accepted).toMatchObject({ action: "PAYMENT_REQUIRED", needsAuthentication: true });
  const { body } = await toBank();
  expect(body).toMatchObject({
    status: "requires_action",
    redirectUrl: expect.stringContaining("/sandbox/bank/"),
  });
  // A second press finds the same page.
  expect((await toBank()).body).toEqual(body);
  await answer(browser, body.redirectUrl, "complete");
  const finished = await browser.call(finishPayment, { body: { paymentIntentId } });
  expect(finished.body).toMatchObject({ status: "PAID" });
});

test("a card is asked for once the bank has refused, and nobody goes there without the payment's secret", async () => {
  const { browser, accept, toBank } = await acceptAddOn();
  expect((await toBank("pi_sbx_guess_secret_guess")).status).toBe(404);
  const { body } = await toBank();
  await answer(browser, body.redirectUrl, "fail");
  expect(await accept()).toMatchObject({ action: "PAYMENT_REQUIRED", needsAuthentication: false });
  expect((await toBank()).body).toEqual({ status: "requires_payment_method" });
});
