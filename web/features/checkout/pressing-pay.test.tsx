import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  confirmTotal,
  createPaymentIntent,
  finishPayment,
  leaveCheckout,
  priceCheckout,
} from "#contract/checkout/checkout.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer, exampleId } from "#tests/screens/example.ts";
import {
  cart,
  line,
  payment,
  paymentIntentId,
  product,
  showCheckout,
} from "#tests/screens/checkout-case.tsx";
import { server } from "#tests/screens/fake-server.ts";
import type { Width } from "#tests/screens/render-screen.tsx";

const pay = page.getByRole("button", { name: /^Complete Purchase - \$/ });
const alert = (text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });
const isPaid = (screen: { address: () => string }) =>
  expect
    .poll(screen.address)
    .toContain(`/post-purchase?email=ada%40example.com&payment_intent=${paymentIntentId}`);
/** The page with a checkout that can be set up, and nothing typed yet. */
async function openEmpty(width: Width = 390) {
  server.answer(getCheckoutDraft, { draft: null });
  server.answer(saveCheckoutDraft, { draft: null });
  server.answer(priceCheckout, exampleAnswer(priceCheckout, { ...cart }));
  server.answer(
    createPaymentIntent,
    exampleAnswer(createPaymentIntent, { ...cart, ...payment, cartVersion: 1 }),
  );
  server.answer(confirmTotal, exampleAnswer(confirmTotal, { ...cart, ...payment, unchanged: true }));
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
  server.answer(leaveCheckout, { success: true });
  return showCheckout(width);
}

async function fillCard() {
  await page.getByLabelText("Card number").fill("4242424242424242");
  await page.getByLabelText("Expiration date").fill("12/40");
  await page.getByLabelText("Security code").fill("123");
}

test("one tap pays where the email is filled last, and the checkout is set up once", async () => {
  const screen = await openEmpty();
  await page.getByLabelText("Full Name").fill("Ada Buyer");
  await fillCard();
  await page.getByLabelText("Email Address").fill("ada@example.com");
  const opening = server.hold(createPaymentIntent);
  await pay.click();
  await expect.element(page.getByRole("button", { name: "Processing Payment..." })).toBeDisabled();
  expect(server.calls(confirmTotal)).toEqual([]);
  opening.release();
  await isPaid(screen);
  expect(server.calls(createPaymentIntent)).toHaveLength(1);
});

test("a press names all that is missing at once, and leads to the first of it", async () => {
  await openEmpty();
  await expect.element(pay).toBeEnabled();
  await pay.click();
  const [email, name] = [page.getByLabelText("Email Address"), page.getByLabelText("Full Name")];
  await expect.element(email).toHaveFocus();
  await expect.element(email).toBeInViewport();
  await expect.element(email).toHaveAccessibleDescription(/Please enter your email address/);
  await expect.element(name).toHaveAccessibleDescription("Please enter your full name");
  await expect
    .element(page.getByLabelText("Card number"))
    .toHaveAccessibleDescription("Your card number is incomplete.");
  await expect.element(page.getByText("Payment Failed")).not.toBeInTheDocument();
  await expectAccessible();
  await email.fill("ada@example.com");
  await pay.click();
  await expect.element(name).toHaveFocus();
  expect(server.calls(confirmTotal)).toEqual([]);
});

test("a card that is missing is no failed payment", async () => {
  await openEmpty();
  await page.getByLabelText("Email Address").fill("ada@example.com");
  await page.getByLabelText("Full Name").fill("Ada Buyer");
  await pay.click();
  await expect.element(page.getByLabelText("Card number")).toHaveFocus();
  await expect.element(page.getByText("Payment Failed")).not.toBeInTheDocument();
  await expect.element(pay).toBeEnabled();
});

test("a notification covers neither Pay nor the terms on a phone", async () => {
  await openEmpty();
  await page.getByLabelText("Email Address").fill("ada@example.com");
  await page.getByLabelText("Full Name").fill("Ada Buyer");
  await fillCard();
  const error = { code: "card_declined", declineCode: "generic_decline", message: "Your card was declined." };
  server.answer(
    confirmSandboxPayment,
    exampleAnswer(confirmSandboxPayment, { status: "requires_payment_method", error }),
  );
  await pay.click();
  const title = page.getByText("Payment Failed", { exact: true });
  await expect.element(title).toBeVisible();
  await expect.poll(() => title.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight / 3);
});

test("an own price that is too low is said beside Pay, which leads to it", async () => {
  server.answer(getCheckoutDraft, { draft: null });
  server.answer(saveCheckoutDraft, { draft: null });
  server.answer(priceCheckout, exampleAnswer(priceCheckout, { ...cart }));
  await showCheckout(390, { product: { ...product, priceCents: 500, suggestedPriceCents: 4_900 } });
  await page.getByRole("radio", { name: /Another amount/ }).click();
  const amount = page.getByLabelText("Your amount");
  await amount.fill("3");
  await page.getByLabelText("Full Name").fill("Ada Buyer");
  await page.getByRole("button", { name: /^Complete Purchase/ }).click();
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toBeInViewport();
  await expect.element(alert(/\$5\.00/).last()).toBeVisible();
  expect(server.calls(createPaymentIntent)).toEqual([]);
  await amount.fill("32");
  await expect.element(alert(/\$5\.00/)).not.toBeInTheDocument();
});

test("a code that this buyer cannot have is removed, one sentence says why, and one more press pays the new total", async () => {
  const screen = await openEmpty();
  await page.getByLabelText("Email Address").fill("ada@example.com");
  await page.getByLabelText("Full Name").fill("Ada Buyer");
  await fillCard();
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "requires_capture" }));
  const message = "This code is for first-time customers. We removed it, and you weren't charged.";
  const failed = { status: "FAILED", code: "not_first_purchase", message, waitsFor: "ATTEMPT" } as const;
  server.answer(finishPayment, exampleAnswer(finishPayment, failed));
  server.answer(
    createPaymentIntent,
    exampleAnswer(createPaymentIntent, {
      ...cart,
      ...payment,
      checkoutSessionId: exampleId(),
      cartVersion: 1,
      totalCents: 5_900,
      lines: [{ ...line, totalPriceCents: 5_900 }],
    }),
  );
  await pay.click();
  await expect.element(alert(message)).toBeVisible();
  await expect.element(page.getByText("declined")).not.toBeInTheDocument();
  await expect.element(page.getByText("Payment Failed")).not.toBeInTheDocument();
  expect(server.calls(createPaymentIntent).at(-1)?.body).not.toHaveProperty("couponCode");
  const next = page.getByRole("button", { name: "Complete Purchase - $59.00" });
  await expect.element(next).toBeEnabled();
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
  await next.click();
  await isPaid(screen);
});
