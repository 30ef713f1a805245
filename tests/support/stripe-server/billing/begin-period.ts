import { StripeError } from "#tests/support/stripe-server/wire/stripe-error.ts";
import type { StripeState } from "#tests/support/stripe-server/state.ts";
import { draftInvoice } from "./draft-invoice.ts";
import { finalizeInvoice } from "./finalize-invoice.ts";
import { subscriptionOf } from "./invoice-payments.ts";
import { collect, voidInvoice } from "./invoices.ts";
import type { Invoice, Subscription } from "./objects.ts";
import { periodEnd } from "./periods.ts";
import { turnPhase } from "./subscription-schedules.ts";

/** The next period begins where the last one ended; its bill is a draft, unless collection rests. */
export function renewPeriod(state: StripeState, subscription: Subscription, start: number): void {
  const { status } = subscription;
  turnPhase(state, subscription, start);
  const invoice = billPeriod(state, subscription, start, "subscription_cycle");
  if (status === "trialing") subscription.status = "active";
  state.emit("customer.subscription.updated", subscription, { status, latest_invoice: null });
  restInvoice(state, subscription, invoice);
}

/**
 * A whole period begins now, whatever is left of the last one, and is billed and collected at once ("Reset the anchor to
 * the current time … this results in the customer being invoiced immediately": docs.stripe.com/billing/subscriptions/billing-cycle).
 * Where that fails, the subscription is `past_due` (`payment_behavior` of the update, by default `allow_incomplete`).
 */
export function restartPeriod(state: StripeState, subscription: Subscription): void {
  subscription.billing_cycle_anchor = state.now();
  const invoice = billPeriod(state, subscription, state.now(), "subscription_update");
  if (!restInvoice(state, subscription, invoice)) finalizeAndCollect(state, invoice);
}

function billPeriod(
  state: StripeState,
  subscription: Subscription,
  begins: number,
  reason: Invoice["billing_reason"],
) {
  const start = subscription.items.data[0]?.current_period_start ?? begins;
  for (const item of subscription.items.data) {
    item.current_period_start = begins;
    item.current_period_end = periodEnd(
      begins,
      subscription.billing_cycle_anchor,
      item.price.recurring ?? { interval: "month", interval_count: 1 },
    );
  }
  return draftInvoice(state, subscription, reason, [], { start, end: begins });
}

/** What becomes of a bill while collection rests; false where it does not. */
function restInvoice(
  state: StripeState,
  { pause_collection: pause }: Subscription,
  invoice: Invoice,
): boolean {
  if (!pause) return false;
  if (pause.behavior === "keep_as_draft") invoice.auto_advance = false;
  if (pause.behavior === "void") voidInvoice(state, invoice);
  if (pause.behavior === "mark_uncollectible") {
    invoice.auto_advance = false;
    invoice.status = "uncollectible";
    invoice.status_transitions.marked_uncollectible_at = state.now();
    state.emit("invoice.marked_uncollectible", invoice);
  }
  return true;
}

export function finalizeAndCollect(state: StripeState, invoice: Invoice): void {
  try {
    finalizeInvoice(state, invoice, subscriptionOf(state, invoice));
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    // Such as a creator's account that takes no transfers any more.
    invoice.status = "draft";
    invoice.auto_advance = false;
    state.emit("invoice.finalization_failed", invoice);
    return;
  }
  if (invoice.status === "open") collect(state, invoice);
}
