import type Stripe from "stripe";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { momentOf } from "./stripe-invoices.ts";
import { releaseSchedule } from "./stripe-schedule.ts";

/** Where a subscription says until when it rests. */
const pausedUntilKey = "paused_until";

/**
 * Voids every bill until somebody resumes: nobody does it by the date but us. Were Stripe told the date (`resumes_at`), it
 * would go on `active` in the period whose bill it had voided, for the rest of a year where the member pays by the year
 * (https://docs.stripe.com/billing/subscriptions/pause-payment: bills until then are void, the status stays).
 */
export const pauseUntil = (until: Date): Stripe.SubscriptionUpdateParams => ({
  pause_collection: { behavior: "void" },
  metadata: { [pausedUntilKey]: until.toISOString() },
});

/** Until when it rests; null where it does not, or nobody said how long. A rest begun in the dashboard may name its end. */
export function pausedUntilOf({ pause_collection: pause, metadata }: Stripe.Subscription): Date | null {
  if (!pause) return null;
  const until = new Date(metadata[pausedUntilKey] ?? Number.NaN);
  if (!Number.isNaN(until.getTime())) return until;
  return pause.resumes_at === null ? null : momentOf(pause.resumes_at);
}

/**
 * Ends a rest. Where Stripe's current period is paid for, it is billed again when that ends. Where its bill was voided, a
 * whole period begins now and is billed at once, in the same request, so that no crash and no renewal comes between:
 * `billing_cycle_anchor` now invoices immediately, and a payment that fails leaves the subscription `past_due`
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle and `payment_behavior` of
 * https://docs.stripe.com/api/subscriptions/update). Stripe's own newest bill decides, not a clock; its id makes the key, so
 * that requests at once, under whatever key of theirs, begin one period after it.
 */
export async function resumeSubscription(stripe: Stripe, id: string, idempotencyKey: string): Promise<void> {
  const found = await askStripe(() => stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] }));
  const { latest_invoice: latest, status } = found;
  if (status !== "active" && status !== "past_due")
    throw new GatewayError(
      "payment_intent_unexpected_state",
      `A subscription that is ${status} cannot be resumed`,
    );
  const goOn: Stripe.SubscriptionUpdateParams = {
    pause_collection: "",
    metadata: { [pausedUntilKey]: "" },
  };
  if (status === "active" && typeof latest === "object" && latest?.status === "void") {
    const beginNow = {
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      off_session: true,
    } as const;
    const key = `begin_after_${latest.id}`;
    // The phase that the rest went through stays what is billed.
    await releaseSchedule(stripe, found);
    await askStripe(() => stripe.subscriptions.update(id, { ...goOn, ...beginNow }, { idempotencyKey: key }));
  } else await askStripe(() => stripe.subscriptions.update(id, goOn, { idempotencyKey }));
}
