import {
  invalidParameter,
  StripeError,
  unexpectedState,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import { expand } from "#tests/support/stripe-server/wire/expand.ts";
import type { StripeState } from "#tests/support/stripe-server/state.ts";
import type { PaymentIntent } from "./objects.ts";

const leastCents: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  cad: 50,
  aud: 50,
  nzd: 50,
  chf: 50,
  sgd: 50,
};

/** A whole number of cents that Stripe takes in this currency. */
export function checkAmount(amount: number, currency: string): void {
  const least = checkCurrency(currency);
  if (amount < 1) throw invalidParameter("amount", "Invalid positive integer", "parameter_invalid_integer");
  if (amount < least)
    throw invalidParameter(
      "amount",
      `Amount must be at least ${(least / 100).toFixed(2)} ${currency}`,
      "amount_too_small",
    );
  if (amount > 99_999_999)
    throw invalidParameter("amount", "Amount must be no more than $999,999.99", "amount_too_large");
}

/** The least amount of a currency that this server knows. */
export function checkCurrency(currency: string): number {
  const least = leastCents[currency];
  if (least === undefined)
    throw invalidParameter(
      "currency",
      `Invalid currency: ${currency}. This server knows ${Object.keys(leastCents).join(", ")}, in lower case.`,
      "parameter_invalid_string",
    );
  return least;
}

export const checkOffSession = (params: { off_session?: unknown; confirm?: boolean }) => {
  if (params.off_session !== undefined && params.off_session !== false && !params.confirm)
    throw invalidParameter(
      "off_session",
      "You can only set `off_session` when `confirm` is true.",
      "parameter_invalid",
    );
};

/** Stripe's wording for an intent that has gone too far; the answer carries the intent. */
export const intentState = (state: StripeState, intent: PaymentIntent, message: string, param?: string) =>
  unexpectedState("payment_intent_unexpected_state", message, {
    payment_intent: expand(state, intent, [], {}),
    ...(param !== undefined && { param }),
  });

/** The intent of an invoice belongs to the invoice. */
export function refuseInvoiceIntent(
  state: StripeState,
  intent: PaymentIntent,
  deed: "updated" | "canceled",
): void {
  for (const payment of state.tables.invoice_payments.values()) {
    if (payment.payment.payment_intent !== intent.id) continue;
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent was created by an invoice and cannot be ${deed} directly.`,
    });
  }
}
