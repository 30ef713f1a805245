import type Stripe from "stripe";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { draftInvoice } from "./draft-invoice.ts";
import { finalizeInvoice } from "./finalize-invoice.ts";
import { payNow, voidInvoice } from "./invoices.ts";
import type { Subscription } from "./objects.ts";
import { proratedItems } from "./prorate-items.ts";

/**
 * Another price: a period begins now and is invoiced and collected at once. With `error_if_incomplete` a bill that is not
 * paid leaves all as it was, and the bank's refusal is the answer ("doesn't update the subscription and returns an error
 * instead": docs.stripe.com/api/subscriptions/update).
 */
export function changeItems(
  state: StripeState,
  subscription: Subscription,
  params: Stripe.SubscriptionUpdateParams,
): void {
  if (params.payment_behavior !== "error_if_incomplete")
    throw invalidParameter("payment_behavior", "This server serves error_if_incomplete here.");
  const { moved, credits, period } = proratedItems(state, subscription, params);
  const before = structuredClone(subscription);
  Object.assign(subscription, moved);
  try {
    const invoice = draftInvoice(state, subscription, "subscription_update", [], period, credits);
    finalizeInvoice(state, invoice, subscription);
    if (invoice.status === "open") payNow(state, invoice, undefined, params.off_session ?? false);
  } catch (error) {
    const latest = subscription.latest_invoice ?? "";
    if (latest !== before.latest_invoice) voidInvoice(state, getRow(state, "invoices", latest));
    Object.assign(subscription, before);
    throw error;
  }
}
