import { StripeError } from "#tests/support/stripe-server/wire/stripe-error.ts";
import type { World } from "#tests/support/stripe-server/world.ts";
import { draftInvoice } from "./draft-invoice.ts";
import { finalizeInvoice } from "./finalize-invoice.ts";
import { subscriptionOf } from "./invoice-payments.ts";
import { collect, voidInvoice } from "./invoices.ts";
import type { Invoice, Subscription } from "./objects.ts";
import { periodEnd } from "./periods.ts";

/** The next period begins where the last one ended; its bill is a draft, unless collection rests. */
export function renewPeriod(world: World, subscription: Subscription, start: number): void {
  const { status } = subscription;
  const invoice = billPeriod(world, subscription, start, "subscription_cycle");
  if (status === "trialing") subscription.status = "active";
  world.emit("customer.subscription.updated", subscription, { status, latest_invoice: null });
  restInvoice(world, subscription, invoice);
}

/**
 * A whole period begins now, whatever is left of the last one, and is billed and collected at once ("Reset the anchor to
 * the current time … this results in the customer being invoiced immediately": docs.stripe.com/billing/subscriptions/billing-cycle).
 * Where that fails, the subscription is `past_due` (`payment_behavior` of the update, by default `allow_incomplete`).
 */
export function restartPeriod(world: World, subscription: Subscription): void {
  subscription.billing_cycle_anchor = world.now();
  const invoice = billPeriod(world, subscription, world.now(), "subscription_update");
  if (!restInvoice(world, subscription, invoice)) finalizeAndCollect(world, invoice);
}

function billPeriod(
  world: World,
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
  return draftInvoice(world, subscription, reason, [], { start, end: begins });
}

/** What becomes of a bill while collection rests; false where it does not. */
function restInvoice(world: World, { pause_collection: pause }: Subscription, invoice: Invoice): boolean {
  if (!pause) return false;
  if (pause.behavior === "keep_as_draft") invoice.auto_advance = false;
  if (pause.behavior === "void") voidInvoice(world, invoice);
  if (pause.behavior === "mark_uncollectible") {
    invoice.auto_advance = false;
    invoice.status = "uncollectible";
    invoice.status_transitions.marked_uncollectible_at = world.now();
    world.emit("invoice.marked_uncollectible", invoice);
  }
  return true;
}

export function finalizeAndCollect(world: World, invoice: Invoice): void {
  try {
    finalizeInvoice(world, invoice, subscriptionOf(world, invoice));
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    // Such as a creator's account that takes no transfers any more.
    invoice.status = "draft";
    invoice.auto_advance = false;
    world.emit("invoice.finalization_failed", invoice);
    return;
  }
  if (invoice.status === "open") collect(world, invoice);
}
