import type Stripe from "stripe";
import { invalidParameter, unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { priceOf } from "./catalog.ts";
import { composeInvoice, type Credit } from "./draft-invoice.ts";
import type { Invoice, Subscription } from "./objects.ts";
import { periodEnd } from "./periods.ts";

export type ItemChange = Pick<
  Stripe.SubscriptionUpdateParams,
  "items" | "proration_behavior" | "proration_date"
> & {
  billing_cycle_anchor?: { type: string };
};

/**
 * A subscription with another price from now on, of another interval or with its period begun anew, and what is credited for the rest of its running period:
 * what was billed for it, by the second ("Prorations … calculated down to the second":
 * docs.stripe.com/billing/subscriptions/prorations). Changes nothing by itself.
 */
export function proratedItems(state: StripeState, subscription: Subscription, change: ItemChange) {
  const { items = [], proration_behavior: behaviour, proration_date: date } = change;
  const [given] = items;
  const [item] = subscription.items.data;
  if (items.length !== 1 || !given || !item || given.id !== item.id)
    throw invalidParameter("items", "This server changes the one item of a subscription, by its id.");
  if (behaviour !== "always_invoice" && behaviour !== "none")
    throw invalidParameter("proration_behavior", "This server prorates at once, or not at all.");
  if (subscription.status !== "active")
    throw unexpectedState(undefined, `This server changes active subscriptions, not ${subscription.status}.`);
  const price = priceOf(state, given, "recurring", "items[0]");
  const isSameInterval = price.recurring?.interval === item.price.recurring?.interval;
  if (isSameInterval !== (change.billing_cycle_anchor?.type === "now"))
    throw invalidParameter(
      "billing_cycle_anchor",
      "This server begins a period at every change of items: by another interval, or by this parameter.",
    );
  const [start, end] = [item.current_period_start, item.current_period_end];
  const at = date ?? state.now();
  if (at < start || at > end)
    throw invalidParameter(
      "proration_date",
      "Cannot specify a proration_date outside of the current period of the subscription.",
    );
  const now = state.now();
  const moved: Subscription = structuredClone(subscription);
  moved.billing_cycle_anchor = now;
  for (const one of moved.items.data) {
    one.price = structuredClone(price);
    one.current_period_start = now;
    one.current_period_end = periodEnd(now, now, price.recurring ?? { interval: "month", interval_count: 1 });
  }
  const cents = Math.round((billedFor(state, subscription) * (end - at)) / (end - start));
  const credits: Credit[] =
    behaviour === "none" || cents === 0 ? [] : [{ item, cents, period: { start: at, end } }];
  return { moved, credits, period: { start, end: now } };
}

/** The bill that the change would write at once. */
export function previewItems(state: StripeState, subscription: Subscription, change: ItemChange): Invoice {
  // The price is made for the preview alone, and nobody hears of it.
  const aside = {
    ...state,
    emit: () => undefined,
    tables: { ...state.tables, prices: new Map(state.tables.prices) },
  };
  const { moved, credits, period } = proratedItems(aside, subscription, change);
  return composeInvoice(aside, moved, "subscription_update", [], period, credits);
}

/** What the running period itself was billed with, less discounts. */
function billedFor(state: StripeState, { latest_invoice: latest }: Subscription): number {
  const { lines } = getRow(state, "invoices", latest ?? "");
  const own = lines.data.find(
    ({ parent }) => parent.subscription_item_details && !parent.subscription_item_details.proration,
  );
  return (own?.amount ?? 0) - (own?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}
