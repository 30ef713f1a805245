import type Stripe from "stripe";
import { getCustomer } from "#tests/support/stripe-server/payments/customers.ts";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { createSetup } from "#tests/support/stripe-server/payments/setup-intents.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { redeem, unredeem } from "./coupons.ts";
import { collect } from "./invoices.ts";
import { draftInvoice, type Extra } from "./draft-invoice.ts";
import { finalizeInvoice } from "./finalize-invoice.ts";
import type { Subscription } from "./objects.ts";
import { periodEnd } from "./periods.ts";
import { checkAttached, checkShares, extrasOf, itemsOf, type Items } from "./subscription-parameters.ts";

type Params = Stripe.SubscriptionCreateParams;

/** Begins a subscription with its first bill; `incomplete` until that is paid. */
export function createSubscription(state: StripeState, params: Params): Subscription {
  const behaviour = params.payment_behavior ?? "allow_incomplete";
  if (behaviour !== "default_incomplete" && behaviour !== "allow_incomplete")
    throw invalidParameter("payment_behavior", `This server does not serve ${behaviour}.`);
  if (params.collection_method === "send_invoice")
    throw invalidParameter("collection_method", "This server serves charge_automatically only.");
  if (params.customer === undefined)
    throw invalidParameter("customer", "Missing required param: customer.", "parameter_missing");
  const customer = getCustomer(state, params.customer, "customer");
  const method = params.default_payment_method ?? null;
  if (method !== null) checkAttached(state, method, customer.id);
  if (
    behaviour === "allow_incomplete" &&
    method === null &&
    customer.invoice_settings.default_payment_method === null
  )
    throw invalidParameter(
      "customer",
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      "resource_missing",
    );
  const items = itemsOf(state, params);
  const extras = extrasOf(state, params, items.currency);
  checkShares(state, params);
  const subscription = newSubscription(state, params, items, method);
  try {
    billFirst(state, subscription, params, extras);
  } catch (error) {
    // A refused subscription leaves nothing behind.
    state.tables.subscriptions.delete(subscription.id);
    unredeem(state, subscription.id);
    throw error;
  }
  state.emit("customer.subscription.created", subscription);
  const invoice = getRow(state, "invoices", subscription.latest_invoice ?? "");
  if (behaviour === "allow_incomplete" && invoice.status === "open") collect(state, invoice);
  return subscription;
}

function billFirst(state: StripeState, subscription: Subscription, params: Params, extras: Extra[]) {
  const coupons = params.discounts === "" ? [] : (params.discounts ?? []);
  const { id, customer, currency } = subscription;
  subscription.discounts = coupons.map(
    ({ coupon }) => redeem(state, coupon ?? "", { customer, subscription: id, currency }).id,
  );
  addRow(state, "subscriptions", subscription);
  const trial = params.trial_period_days !== undefined;
  const invoice = draftInvoice(
    state,
    trial ? freeOf(subscription) : subscription,
    "subscription_create",
    extras,
  );
  subscription.latest_invoice = invoice.id;
  finalizeInvoice(state, invoice, subscription);
  if (invoice.total === 0) {
    subscription.status = trial ? "trialing" : "active";
    if (subscription.default_payment_method === null)
      subscription.pending_setup_intent = createSetup(state, { customer, usage: "off_session" }).id;
  }
}

/** During a trial the items cost nothing. */
const freeOf = (subscription: Subscription): Subscription => ({
  ...subscription,
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({ ...item, price: { ...item.price, unit_amount: 0 } })),
  },
});

function newSubscription(
  state: StripeState,
  params: Params,
  items: Items,
  method: string | null,
): Subscription {
  const id = state.newId("sub");
  const now = state.now();
  const trialDays = params.trial_period_days ?? 0;
  const trialEnd = trialDays > 0 ? now + trialDays * 24 * 60 * 60 : null;
  const recurring = items.prices[0]?.price.recurring ?? { interval: "month", interval_count: 1 };
  const end = trialEnd ?? periodEnd(now, now, recurring);
  const transfer = params.transfer_data;
  return {
    id,
    object: "subscription",
    created: now,
    livemode: false,
    application_fee_percent:
      typeof params.application_fee_percent === "number" ? params.application_fee_percent : null,
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: params.cancel_at_period_end ? end : null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: params.cancel_at_period_end ? now : null,
    collection_method: "charge_automatically",
    currency: items.currency,
    customer: params.customer ?? "",
    default_payment_method: method,
    description: params.description ?? null,
    discounts: [],
    ended_at: null,
    items: {
      object: "list",
      data: items.prices.map(({ price, quantity, metadata }) => ({
        id: state.newId("si"),
        object: "subscription_item",
        created: now,
        current_period_start: now,
        current_period_end: end,
        metadata: mergeMetadata({}, metadata),
        price: structuredClone(price),
        quantity,
        subscription: id,
      })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    metadata: mergeMetadata({}, params.metadata),
    pause_collection: null,
    payment_settings: {
      save_default_payment_method:
        params.payment_settings?.save_default_payment_method === "on_subscription"
          ? "on_subscription"
          : "off",
    },
    pending_setup_intent: null,
    schedule: null,
    start_date: now,
    status: "incomplete",
    transfer_data: transfer
      ? { destination: transfer.destination, amount_percent: transfer.amount_percent ?? null }
      : null,
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  };
}
