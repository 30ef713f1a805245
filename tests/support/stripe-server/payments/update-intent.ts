import type Stripe from "stripe";
import { checkDestination } from "#tests/support/stripe-server/connect/destination.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import type { StripeState } from "#tests/support/stripe-server/state.ts";
import { getCustomer } from "./customers.ts";
import { checkAmount, checkCurrency, intentState, refuseInvoiceIntent } from "./intent-rules.ts";
import { mergeMetadata } from "./metadata.ts";
import type { PaymentIntent } from "./objects.ts";
import { checkUsable, resolvePaymentMethod } from "./payment-methods.ts";

/** The states in which an intent can still be changed and canceled. */
export const openStates = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Words about a payment can change for ever; what it is, only while it is open. */
export function updateIntent(
  state: StripeState,
  intent: PaymentIntent,
  params: Stripe.PaymentIntentUpdateParams,
): PaymentIntent {
  const { metadata, description, ...rest } = params;
  const changed = Object.keys(rest).filter((name) => name !== "expand");
  const [first] = changed;
  if (first !== undefined) {
    refuseInvoiceIntent(state, intent, "updated");
    if (!openStates.includes(intent.status))
      throw intentState(
        state,
        intent,
        `This PaymentIntent's ${first} could not be updated because it has a status of ${intent.status}. You may only update the ${first} of a PaymentIntent with one of the following statuses: ${openStates.join(", ")}.`,
        first,
      );
  }
  const next: PaymentIntent = { ...intent, metadata: mergeMetadata(intent.metadata, metadata) };
  if (description !== undefined) next.description = description || null;
  if (params.receipt_email !== undefined) next.receipt_email = params.receipt_email || null;
  if (params.transfer_group !== undefined) next.transfer_group = params.transfer_group || null;
  if (params.setup_future_usage !== undefined) next.setup_future_usage = params.setup_future_usage || null;
  if (params.currency !== undefined) checkCurrency((next.currency = params.currency));
  if (params.customer !== undefined) next.customer = changedCustomer(state, intent, params.customer);
  if (params.payment_method_options !== undefined)
    next.payment_method_options = cardOptionsOf(params.payment_method_options.card);
  changeAmount(state, next, params);
  if (params.payment_method !== undefined) {
    const method = resolvePaymentMethod(state, params.payment_method, "payment_method");
    checkUsable(state, method, next.customer);
    next.payment_method = method.id;
    next.status = "requires_confirmation";
  }
  if (next.status === "requires_action" && next.amount !== intent.amount) {
    // What the buyer was asked to authenticate is no longer what is to be paid.
    next.status = "requires_confirmation";
    next.next_action = null;
  }
  return Object.assign(intent, next);
}

/** Of cards only whether they are captured later; an empty value takes that away. */
export const cardOptionsOf = (
  card: { capture_method?: "manual" | "" | null } | "" | null | undefined,
): PaymentIntent["payment_method_options"] =>
  card && card.capture_method ? { card: { capture_method: card.capture_method } } : {};

function changeAmount(state: StripeState, next: PaymentIntent, params: Stripe.PaymentIntentUpdateParams) {
  if (params.amount !== undefined) next.amount = params.amount;
  if (params.application_fee_amount !== undefined)
    next.application_fee_amount =
      params.application_fee_amount === "" ? null : Number(params.application_fee_amount);
  if (params.transfer_data?.amount !== undefined) {
    if (!next.transfer_data)
      throw invalidParameter(
        "transfer_data",
        "You cannot set `transfer_data[amount]` on an intent that was created without `transfer_data[destination]`.",
      );
    next.transfer_data = { ...next.transfer_data, amount: params.transfer_data.amount };
  }
  checkAmount(next.amount, next.currency);
  checkDestination(state, next);
}

function changedCustomer(state: StripeState, intent: PaymentIntent, id: string): string {
  const customer = getCustomer(state, id, "customer");
  if (intent.customer !== null && intent.customer !== customer.id)
    throw invalidParameter(
      "customer",
      "The customer of this PaymentIntent is set already and cannot be changed.",
    );
  return customer.id;
}
