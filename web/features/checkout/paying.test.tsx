import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
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
import { exampleAnswer } from "#tests/screens/example.ts";
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
import { currentToast } from "#web/ui/toast.ts";

/** The checkout of one product, filled in up to the press. */
async function openFilled({ width = 1280 }: { width?: Width } = {}) {
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
  const screen = await showCheckout(width);
  await page.getByLabelText("Email Address").fill("ada@example.com");
  await page.getByLabelText("Full Name").fill("Ada Buyer");
  await page.getByLabelText("Card number").fill("4242424242424242");
  await page.getByLabelText("Expiration date").fill("12/40");
  await page.getByLabelText("Security code").fill("123");
  await expect.poll(() => server.calls(createPaymentIntent).length).toBe(1);
  await expect.element(page.getByText("Setting up secure payment...")).not.toBeInTheDocument();
  return screen;
}

const pay = page.getByRole("button", { name: /^Complete Purchase - \$/ });
const alert = (text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });
const isPaid = (screen: { address: () => string }) =>
  expect
    .poll(screen.address)
    .toContain(`/post-purchase?email=ada%40example.com&payment_intent=${paymentIntentId}`);
/** What becomes of the payment, as the server knows it. */
const outcome = (facts: Parameters<typeof exampleAnswer<typeof finishPayment>>[1]) =>
  server.answer(finishPayment, exampleAnswer(finishPayment, facts));

afterEach(() => {
  vi.useRealTimers();
});

/** From here on time goes by only when it is told to. */
const holdTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

test("the total that was seen is confirmed, then the card is charged, then the order is shown", async () => {
  const screen = await openFilled();
  const confirming = server.hold(confirmTotal);
  const charging = server.hold(confirmSandboxPayment);
  await pay.click();
  await expect
    .poll(() => server.calls(confirmTotal))
    .toMatchObject([{ body: { totalCents: 4_900, customerName: "Ada Buyer" } }]);
  expect(server.calls(confirmSandboxPayment)).toEqual([]);
  confirming.release();
  await expect.poll(() => server.calls(confirmSandboxPayment).length).toBe(1);
  expect(screen.address()).toBe(`/checkout/${product.id}`);
  charging.release();
  await isPaid(screen);
  for (const call of [confirmTotal, confirmSandboxPayment]) expect(server.calls(call)).toHaveLength(1);
});

test("what the payment could overtake is waited for: a draft that is being begun, though no longer than a second", async () => {
  const screen = await openFilled();
  const beginning = server.hold(saveCheckoutDraft);
  const saves = server.calls(saveCheckoutDraft).length;
  await page.getByLabelText("Full Name").fill("Ada B. Buyer");
  await userEvent.tab();
  await expect.poll(() => server.calls(saveCheckoutDraft).length).toBeGreaterThan(saves);
  holdTime();
  await pay.click();
  await vi.advanceTimersByTimeAsync(300);
  expect(server.calls(confirmTotal)).toEqual([]);
  await vi.advanceTimersByTimeAsync(800);
  vi.useRealTimers();
  await isPaid(screen);
  beginning.release();
});

test.each([320, 390, 1280] as const)(
  "at %i px a network lost before the press charges nothing, and presses nothing once it is back",
  async (width) => {
    const screen = await openFilled({ width });
    server.setOnline(false);
    await pay.click();
    const problem = alert("The connection was lost before your payment was sent.");
    await expect.element(problem).toMatchTextContent("Nothing was charged.");
    await expect.element(problem).toHaveFocus();
    await expect.element(problem).toBeInViewport();
    await expect.element(pay).toBeEnabled();
    await expectAccessible();
    holdTime();
    server.setOnline(true);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await expect.element(problem).toBeVisible();
    expect(server.calls(confirmSandboxPayment)).toEqual([]);
    await pay.click();
    await isPaid(screen);
  },
);

test.each([320, 390, 1280] as const)(
  "at %i px a network lost after the card was charged says that it checks, and finds the order",
  async (width) => {
    const screen = await openFilled({ width });
    server.answer(confirmSandboxPayment, () => {
      server.setOnline(false);
      throw new TypeError("Failed to fetch");
    });
    outcome({ status: "PAID" });
    await pay.click();
    const checking = alert("We are checking your payment. Please do not pay again.");
    await expect.element(checking).toHaveFocus();
    await expect.element(checking).toBeInViewport();
    await expect.element(page.getByRole("button", { name: "Checking Payment..." })).toBeDisabled();
    await expect.element(page.getByText("Nothing was charged")).not.toBeInTheDocument();
    await expectAccessible();
    server.setOnline(true);
    await isPaid(screen);
    expect(server.calls(confirmSandboxPayment)).toHaveLength(1);
  },
);

test("a confirmation that never arrived is found out after a while, said, and can be made again", async () => {
  const screen = await openFilled();
  server.lose(confirmSandboxPayment, "before");
  outcome({ status: "PENDING", waitsFor: "ATTEMPT" });
  holdTime();
  await pay.click();
  await expect.element(alert("We are checking your payment.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(4_500);
  await expect.element(alert("We are checking your payment.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  const problem = alert("Your payment did not get through.");
  await expect.element(problem).toMatchTextContent("Nothing was charged.");
  await expect.element(problem).toHaveFocus();
  vi.useRealTimers();
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
  await pay.click();
  await isPaid(screen);
});

test("a network that hangs leaves nobody with a button that spins", async () => {
  const screen = await openFilled();
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const limit = new AbortController();
    if (ms >= 20_000) limits.push(limit);
    return limit.signal;
  });
  const held = server.hold(confirmTotal);
  await pay.click();
  await expect.element(page.getByRole("button", { name: "Processing Payment..." })).toBeDisabled();
  limits[0]?.abort(new DOMException("Timed out", "TimeoutError"));
  await expect.element(alert("before your payment was sent")).toBeVisible();
  held.release();
  // Nor does one that hangs once the card is being charged.
  server.hold(confirmSandboxPayment);
  outcome({ status: "PENDING", waitsFor: "ATTEMPT" });
  holdTime();
  await pay.click();
  await expect.poll(() => server.calls(confirmSandboxPayment).length).toBe(1);
  limits.at(-1)?.abort(new DOMException("Timed out", "TimeoutError"));
  await expect.element(alert("We are checking your payment.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(alert("Your payment did not get through.")).toBeVisible();
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
  await pay.click();
  await isPaid(screen);
});

test("a server that fails before the card is asked says that nothing was charged", async () => {
  const screen = await openFilled();
  server.refuse(confirmTotal, 503);
  await pay.click();
  await expect.element(alert("could not be taken just now")).toMatchTextContent("Nothing was charged.");
  expect(currentToast()?.description).toBe("An unexpected error occurred");
  expect(server.calls(confirmSandboxPayment)).toEqual([]);
  server.answer(confirmTotal, exampleAnswer(confirmTotal, { ...cart, ...payment, unchanged: true }));
  await pay.click();
  await isPaid(screen);
});

test("a page that is loaded anew after the charge asks what became of it, and leads to the order", async () => {
  await openFilled();
  const held = server.hold(confirmSandboxPayment);
  await pay.click();
  await expect.poll(() => server.calls(confirmSandboxPayment).length).toBe(1);
  outcome({ status: "PAID" });
  const screen = await showCheckout();
  await isPaid(screen);
  held.release();
});

test("a page that a browser kept frozen does not go on processing", async () => {
  const screen = await openFilled();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  server.hold(confirmSandboxPayment);
  outcome({ status: "PENDING", waitsFor: "ATTEMPT" });
  await pay.click();
  await expect.element(page.getByRole("button", { name: "Processing Payment..." })).toBeDisabled();
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await expect.element(pay).toBeEnabled();
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
  await pay.click();
  await isPaid(screen);
});

test("a tab that comes too late is led to the order that the other one placed", async () => {
  const screen = await openFilled();
  outcome({ status: "PAID" });
  tellAsOtherTab();
  await expect
    .poll(screen.address)
    .toBe(`/success?payment_intent=${paymentIntentId}&customer_email=ada%40example.com`);
});

test("a tab that is told of a payment that was never made stays where it is", async () => {
  const screen = await openFilled();
  server.refuse(finishPayment, 404);
  tellAsOtherTab();
  await expect.poll(() => server.calls(finishPayment).length).toBe(1);
  await expect.element(pay).toBeEnabled();
  expect(screen.address()).toBe(`/checkout/${product.id}`);
});

function tellAsOtherTab() {
  const channel = new BroadcastChannel("openstall:paid");
  channel.postMessage({ productId: product.id, orderReference: paymentIntentId, email: "ada@example.com" });
  channel.close();
}

test.each([
  ["card_declined", "insufficient_funds", "Your card has insufficient funds.", "another card or a wallet"],
  [
    "card_declined",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently.",
    "another card or a wallet",
  ],
  ["processing_error", null, "An error occurred while processing your card.", "again in a minute"],
] as const)(
  "%s (%s) is said beside the card, with its step, until it is tried again",
  async (code, declineCode, message, step) => {
    const screen = await openFilled();
    server.answer(
      confirmSandboxPayment,
      exampleAnswer(confirmSandboxPayment, {
        status: "requires_payment_method",
        error: { code, declineCode, message },
      }),
    );
    holdTime();
    await pay.click();
    const title = code === "processing_error" ? "Your payment didn't go through." : "Your card was declined.";
    const problem = page.getByRole("alert").filter({ hasText: title }).first();
    await expect.element(problem).toHaveFocus();
    await expect.element(problem).toMatchTextContent(message.replace("Your card was declined", "").trim());
    await expect.element(problem).toMatchTextContent(step);
    // Longer than any notification stays.
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
    await page.getByLabelText("Card number").fill("5555555555554444");
    await expect.element(problem).toBeVisible();
    const held = server.hold(confirmTotal);
    await pay.click();
    await expect.element(problem).not.toBeInTheDocument();
    held.release();
    await isPaid(screen);
  },
);

test("what is wrong is said at its field in our words, without the browser's own", async () => {
  const screen = await openFilled();
  const name = page.getByLabelText("Full Name");
  const email = page.getByLabelText("Email Address");
  await name.fill("");
  server.refuse(confirmTotal, 422, { fields: { customerName: "Please enter your full name" } });
  await pay.click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(/Please enter your full name/);
  await name.fill("Ada Buyer");
  await expect.element(page.getByText("Please enter your full name")).not.toBeInTheDocument();
  server.refuse(createPaymentIntent, 422, {
    fields: { customerEmail: "Please enter a valid email address" },
  });
  await email.fill("ada@");
  await name.click();
  await expect.element(email).toHaveAccessibleDescription(/valid email address/);
  server.answer(
    createPaymentIntent,
    exampleAnswer(createPaymentIntent, { ...cart, ...payment, cartVersion: 1 }),
  );
  server.answer(confirmTotal, exampleAnswer(confirmTotal, { ...cart, ...payment, unchanged: true }));
  await email.fill("ada@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(name).toHaveFocus();
  await expect.element(pay).toBeEnabled();
  await userEvent.keyboard("{Enter}");
  await isPaid(screen);
});

test("a mistyped domain is asked about and stops nobody; taken, it is what the payment is for", async () => {
  await openFilled();
  const email = page.getByLabelText("Email Address");
  await email.fill("Ada.Typo@gmial.com");
  await page.getByLabelText("Full Name").click();
  await expect.element(page.getByText("Did you mean gmail.com?")).toBeVisible();
  await expect.element(pay).toBeEnabled();
  await page.getByRole("button", { name: "Use gmail.com" }).click();
  await expect.element(email).toHaveValue("Ada.Typo@gmail.com");
  await expect
    .poll(() => server.calls(createPaymentIntent).at(-1))
    .toMatchObject({ body: { customerEmail: "Ada.Typo@gmail.com" } });
});

test("a card that is no card is said at its field, and nothing is asked of anybody until it is one", async () => {
  const screen = await openFilled();
  await page.getByLabelText("Card number").fill("4242");
  await page.getByLabelText("Full Name").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Card number")).toHaveFocus();
  await expect.element(page.getByLabelText("Card number")).toHaveAccessibleDescription(/card number/);
  expect(server.calls(confirmTotal)).toEqual([]);
  await userEvent.fill(page.getByLabelText("Card number"), "4242424242424242");
  await userEvent.keyboard("{Enter}");
  await isPaid(screen);
});

test("a card number that the bank does not know is said at its field, and Pay is there for the right one", async () => {
  const screen = await openFilled();
  const error = { code: "incorrect_number", declineCode: null, message: "Your card number is incorrect." };
  server.answer(
    confirmSandboxPayment,
    exampleAnswer(confirmSandboxPayment, { status: "requires_payment_method", error }),
  );
  await pay.click();
  await expect.element(page.getByLabelText("Card number")).toHaveFocus();
  await expect.element(page.getByLabelText("Card number")).toHaveAccessibleDescription(/number is incorrect/);
  await expect.element(pay).toBeEnabled();
  server.answer(confirmSandboxPayment, exampleAnswer(confirmSandboxPayment, { status: "succeeded" }));
  await page.getByLabelText("Card number").fill("4242424242424242");
  await pay.click();
  await isPaid(screen);
});

test("a total that is another one by now is not charged: it is shown, and asked for again", async () => {
  const screen = await openFilled();
  const now = {
    ...cart,
    totalCents: 5_400,
    lines: [{ ...line, unitPriceCents: 5_400, totalPriceCents: 5_400 }],
  };
  server.answer(confirmTotal, ({ body }) =>
    exampleAnswer(confirmTotal, { ...now, ...payment, unchanged: body.totalCents === 5_400 }),
  );
  await pay.click();
  await expect
    .element(page.getByText("The price is now $54.00. Please check the total and confirm again."))
    .toBeVisible();
  expect(server.calls(confirmSandboxPayment)).toEqual([]);
  await page.getByRole("button", { name: "Complete Purchase - $54.00" }).click();
  await isPaid(screen);
});
