import type Stripe from "stripe";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import {
  invalidParameter,
  resourceMissing,
  unexpectedState,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { restartPeriod } from "./begin-period.ts";
import { changeItems } from "./change-items.ts";
import { createSubscription } from "./create-subscription.ts";
import { voidInvoice } from "./invoices.ts";
import type { Subscription } from "./objects.ts";
import { checkAttached, checkShares } from "./subscription-parameters.ts";
import { refuseIfScheduled } from "./subscription-schedules.ts";

export const subscriptionEndpoints: Endpoint[] = [
  endpoint<Stripe.SubscriptionCreateParams>("POST /v1/subscriptions", ({ state, params }) =>
    createSubscription(state, params),
  ),
  endpoint("GET /v1/subscriptions/{id}", ({ state, id }) => getRow(state, "subscriptions", id)),
  listEndpoint<Stripe.SubscriptionListParams>("GET /v1/subscriptions", ({ state, params }) =>
    [...state.tables.subscriptions.values()].filter(
      ({ customer, status, items }) =>
        (params.customer === undefined || customer === params.customer) &&
        (params.price === undefined || items.data.some(({ price }) => price.id === params.price)) &&
        isListed(status, params.status),
    ),
  ),
  endpoint<Stripe.SubscriptionUpdateParams>("POST /v1/subscriptions/{id}", ({ state, params, id }) =>
    updateSubscription(state, getRow(state, "subscriptions", id), params),
  ),
  endpoint<Stripe.SubscriptionCancelParams>("DELETE /v1/subscriptions/{id}", ({ state, params, id }) => {
    const subscription = getRow(state, "subscriptions", id);
    if (hasEnded(subscription)) throw resourceMissing("subscription", id);
    if (params.invoice_now || params.prorate)
      throw invalidParameter("prorate", "This server serves no prorations.");
    endSubscription(state, subscription);
    return subscription;
  }),
  endpoint("POST /v1/subscriptions/{id}/resume", ({ state, id }) => {
    getRow(state, "subscriptions", id);
    // Only a trial that ended without a card pauses one, and no such trial is served here.
    throw unexpectedState(undefined, "This subscription cannot be resumed because it is not paused.");
  }),
];

/** Ended ones are listed only when asked for. */
function isListed(status: Subscription["status"], asked: string | undefined): boolean {
  if (asked === undefined) return status !== "canceled" && status !== "incomplete_expired";
  if (asked === "all") return true;
  return asked === "ended" ? status === "canceled" || status === "incomplete_expired" : status === asked;
}

export const hasEnded = ({ status }: Subscription) =>
  status === "canceled" || status === "incomplete_expired";

/** Ends a subscription now. One that was never paid for expires, and its bill with it. */
export function endSubscription(state: StripeState, subscription: Subscription): void {
  const wasIncomplete = subscription.status === "incomplete";
  subscription.status = wasIncomplete ? "incomplete_expired" : "canceled";
  subscription.canceled_at ??= state.now();
  subscription.ended_at = state.now();
  for (const invoice of state.tables.invoices.values()) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue;
    if (wasIncomplete && invoice.status === "open") voidInvoice(state, invoice);
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  state.emit("customer.subscription.deleted", subscription);
}

function updateSubscription(
  state: StripeState,
  subscription: Subscription,
  params: Stripe.SubscriptionUpdateParams,
): Subscription {
  const { metadata, expand: _expand, ...rest } = params;
  if (hasEnded(subscription) && Object.keys(rest).length > 0)
    throw unexpectedState(
      undefined,
      "A canceled subscription can only update its cancellation_details and metadata.",
    );
  refuseIfScheduled(subscription, params);
  const before = structuredClone(subscription);
  subscription.metadata = mergeMetadata(subscription.metadata, metadata);
  if (params.description !== undefined) subscription.description = params.description || null;
  if (params.default_payment_method !== undefined) {
    checkAttached(state, params.default_payment_method, subscription.customer);
    subscription.default_payment_method = params.default_payment_method;
  }
  changeShares(state, subscription, params);
  changePause(state, subscription, params.pause_collection);
  if (params.items) changeItems(state, subscription, params);
  else changeAnchor(state, subscription, params);
  if (params.cancel_at_period_end !== undefined) {
    subscription.cancel_at_period_end = params.cancel_at_period_end;
    const end = subscription.items.data[0]?.current_period_end ?? null;
    subscription.cancel_at = params.cancel_at_period_end ? end : null;
    subscription.canceled_at = params.cancel_at_period_end ? state.now() : null;
  }
  const previous = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(subscription[name as keyof Subscription]) !== JSON.stringify(value),
  );
  if (previous.length > 0)
    state.emit("customer.subscription.updated", subscription, Object.fromEntries(previous));
  return subscription;
}

function changeShares(
  state: StripeState,
  subscription: Subscription,
  { application_fee_percent: percent, transfer_data: transfer }: Stripe.SubscriptionUpdateParams,
) {
  if (percent === undefined && transfer === undefined) return;
  const next = {
    application_fee_percent: percent ?? subscription.application_fee_percent ?? "",
    transfer_data:
      transfer ??
      (subscription.transfer_data ? { destination: subscription.transfer_data.destination } : ("" as const)),
  } as const;
  checkShares(state, next);
  subscription.application_fee_percent = next.application_fee_percent || null;
  subscription.transfer_data = next.transfer_data
    ? {
        destination: next.transfer_data.destination,
        amount_percent:
          "amount_percent" in next.transfer_data ? (next.transfer_data.amount_percent ?? null) : null,
      }
    : null;
}

function changeAnchor(
  state: StripeState,
  subscription: Subscription,
  { billing_cycle_anchor: anchor, proration_behavior: proration }: Stripe.SubscriptionUpdateParams,
) {
  if (anchor?.type !== "now") return;
  if (proration !== "none") throw invalidParameter("proration_behavior", "This server serves no prorations.");
  if (subscription.status !== "active")
    throw unexpectedState(
      undefined,
      `This server restarts active subscriptions, not ${subscription.status}.`,
    );
  restartPeriod(state, subscription);
}

function changePause(
  state: StripeState,
  subscription: Subscription,
  pause: Stripe.SubscriptionUpdateParams["pause_collection"],
) {
  if (pause === undefined) return;
  if (!pause) {
    subscription.pause_collection = null;
    return;
  }
  if (pause.resumes_at !== undefined && pause.resumes_at <= state.now())
    throw invalidParameter("pause_collection[resumes_at]", "resumes_at must be in the future.");
  subscription.pause_collection = {
    behavior: pause.behavior as NonNullable<Subscription["pause_collection"]>["behavior"],
    resumes_at: pause.resumes_at ?? null,
  };
}
