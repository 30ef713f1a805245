import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import {
  createPaymentIntent,
  finishPayment,
  PricedLine,
  priceCheckout,
} from "#contract/checkout/checkout.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { payment, paymentIntentId, product, showCheckout } from "#tests/screens/checkout-case.tsx";
import { server } from "#tests/screens/fake-server.ts";
import { updateLastPayment } from "./last-payment.ts";

const offered = example(listPublicOrderBumps.schema.response[200].element);
const bump = {
  ...offered,
  id: exampleId(),
  bumpProduct: { ...offered.bumpProduct, title: "Contract pack", priceCents: 700, currency: "usd" },
};
const cart = {
  totalCents: 5_100,
  currency: "usd",
  billingInterval: "ONE_TIME" as const,
  lines: [
    example(PricedLine, {
      productId: product.id,
      title: product.title,
      itemType: "MAIN",
      unitPriceCents: 4_900,
      totalPriceCents: 4_400,
    }),
    example(PricedLine, { itemType: "ORDER_BUMP", offerId: bump.id, totalPriceCents: 700 }),
  ],
  coupon: { code: "SAVE5", discountCents: 500, freeShipping: false, firstPurchaseOnly: false },
};
const draft = {
  revision: 3,
  email: "ada@example.com",
  customerName: "Ada Buyer",
  shippingAddress: {},
  left: null,
  orderBumps: [bump.id],
  couponCode: "SAVE5",
  affiliateCode: "",
  billingInterval: null,
  amountCents: null,
  link: "",
};

test.each([
  ["failed", "payment_intent_authentication_failure", "We are unable to authenticate your payment method."],
  ["declined", "generic_decline", "Your card was declined."],
  ["timed out", "authentication", "There was an issue with your payment. Please try again."],
])(
  "on a phone, back from a bank that %s, the first screen has the reason and all of the order",
  async (_what, code, message) => {
    server.answer(getCheckoutDraft, { draft });
    server.answer(saveCheckoutDraft, { draft });
    server.answer(priceCheckout, exampleAnswer(priceCheckout, cart));
    server.answer(
      createPaymentIntent,
      exampleAnswer(createPaymentIntent, { ...cart, ...payment, cartVersion: 1 }),
    );
    server.answer(
      finishPayment,
      exampleAnswer(finishPayment, { status: "FAILED", code, message, waitsFor: "ATTEMPT" }),
    );
    updateLastPayment(product.id, {
      paymentIntentId,
      problem: { message, code },
    });
    onTestFinished(() => sessionStorage.clear());
    await showCheckout(390, { bumps: [bump], draft, priced: exampleAnswer(priceCheckout, cart) });
    const returned = page.getByRole("region", { name: "Your payment" });
    await expect.element(returned.getByRole("alert")).toHaveFocus();
    for (const text of [
      product.title,
      bump.bumpProduct.title,
      "SAVE5",
      "$51.00",
      "ada@example.com",
      "Ada Buyer",
      code === "generic_decline" ? "Your card was declined." : message,
    ])
      await expect.element(returned.getByText(text, { exact: true })).toBeInViewport();
    await expectAccessible();
    await expect.element(page.getByLabelText("Email Address")).toHaveValue("ada@example.com");
    // The reason is said once, until the buyer tries again.
    await expect.poll(() => server.calls(finishPayment).length).toBe(1);
    expect(page.getByRole("alert").elements()).toHaveLength(1);
    await page.getByRole("button", { name: /^Complete Purchase/ }).click();
    await expect.element(returned).not.toBeInTheDocument();
  },
);
