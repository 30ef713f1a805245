import type { FailedPayment, PaymentFormHandle } from "#web/payments/payment-form.tsx";

/** What is wrong with an address at first sight. The server takes more than a browser's own check: full-width signs, say. */
export function emailWrong(field: HTMLElement | null): string | undefined {
  if (!(field instanceof HTMLInputElement)) return undefined;
  if (field.value.trim() === "") return "Please enter your email address";
  return /\S[@＠]\S/.test(field.value) ? undefined : "Please enter a valid email address";
}

/** What is wrong with a card; its fields may still be loading. */
export const checkCard = async (card: PaymentFormHandle | null): Promise<FailedPayment | undefined> =>
  card
    ? card.check()
    : { status: "failed", message: "Payment is still loading. Please try again in a moment." };
