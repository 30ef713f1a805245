import type { Services } from "#server/services.ts";

/** What the provider told: that something happened to an object. What became of it is asked for, never believed. */
export type PaymentEvent = { type: string; objectId: string };

/** Has others act on an event of ours, at once: on a payment that nobody has seen to yet, for example. */
export type DispatchPaymentEvent = (event: PaymentEvent) => Promise<void>;

/**
 * Our own events. A payment that somebody comes across is told like the provider's news of it: whatever its type says, its
 * state is asked for.
 */
export const paymentFound = (objectId: string): PaymentEvent => ({ type: "payment_intent.found", objectId });
/** A refund failed at the bank, and its payment is in no order that would be told. */
export const returnFailed = (objectId: string): PaymentEvent => ({ type: "payment_return.failed", objectId });

/** Which events a feature acts on. Events come late, twice and in any order: every handler must bear that. */
export type PaymentEvents = {
  /** What their types begin with. */
  types: readonly string[];
  handle(services: Services, event: PaymentEvent, dispatch: DispatchPaymentEvent): Promise<void>;
};
