import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

/** What the page is told that asks what became of its payment; without a card: before anybody has paid. */
async function askAfter(number?: string) {
  const product = await makeProduct(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  if (number) await pay(browser, checkout, { ...goodCard, number });
  const body = { paymentIntentId: checkout.paymentIntentId ?? "" };
  const { status, ...answer } = await browser.call(finishPayment, { body });
  expect(status).toBe(200);
  const { mainProductId: _, ...said } = answer.body;
  return said;
}

test("a payment that nobody has tried waits for an attempt", async () => {
  expect(await askAfter()).toEqual({ status: "PENDING", message: null, code: null, waitsFor: "ATTEMPT" });
});

test("one that the bank asks about waits for the buyer", async () => {
  const said = await askAfter("4000002760003184");
  expect(said).toEqual({ status: "PENDING", message: null, code: null, waitsFor: "AUTHENTICATION" });
});

test("one that the bank still settles waits for the provider", async () => {
  const said = await askAfter("4000000000008807");
  expect(said).toEqual({ status: "PENDING", message: null, code: null, waitsFor: "PROVIDER" });
});

test("one that was made waits for nothing", async () => {
  const said = await askAfter("4242424242424242");
  expect(said).toEqual({ status: "PAID", message: null, code: null, waitsFor: null });
});

test("one that was refused says why, by its code and in the provider's words", async () => {
  expect(await askAfter("4000000000009995")).toEqual({
    status: "FAILED",
    message: "Your card has insufficient funds.",
    code: "insufficient_funds",
    waitsFor: "ATTEMPT",
  });
});

test("a lost, stolen or suspected card is refused like any other, to the byte", async () => {
  const answers = [];
  for (const number of ["4000000000000002", "4000000000009987", "4000000000009979", "4100000000000019"])
    answers.push(JSON.stringify(await askAfter(number)));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain("generic_decline");
});
