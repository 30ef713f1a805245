import type { CardError } from "#server/database/schema/sandbox.ts";
import type { PaymentIntentStatus } from "#server/payments/payment-gateway.ts";
import type { SandboxEventType } from "./events.ts";
import type { ChargeResult } from "./test-cards.ts";

export type Attempt = {
  status: PaymentIntentStatus;
  event: SandboxEventType;
  error?: CardError;
  followUpAt: Date | null;
};

/** SQL: what an attempt's status becomes where the intent only authorizes its card. */
export const authorizedOr = (status: string): string =>
  `case when ${status} = 'succeeded' and captures_later then 'requires_capture' else ${status} end`;

/** SQL: the event that tells of it, for the row that `changed` leaves. */
export const toldAs = (event: string): string =>
  `case when changed.status = 'requires_capture' then 'payment_intent.amount_capturable_updated' else ${event} end`;

/** SQL: when something happens by itself; to an authorized payment nothing does. */
export const followUpOf = (status: string, at: string): string =>
  `case when ${status} = 'succeeded' and captures_later then null else ${at} end`;

/** How long a payment that settles later stays `processing`. */
const settlesAfterMs = 3_000;
/** A dispute arrives this long after its payment. */
export const disputeAfterMs = 2_000;

/** Where a charge leaves an intent, and which event tells of it. */
export function attemptAfter(result: ChargeResult, isDisputed: boolean, now: Date): Attempt {
  const later = (ms: number) => new Date(now.getTime() + ms);
  switch (result.kind) {
    case "succeeds":
      return {
        status: "succeeded",
        event: "payment_intent.succeeded",
        followUpAt: isDisputed ? later(disputeAfterMs) : null,
      };
    case "asks":
      return { status: "requires_action", event: "payment_intent.requires_action", followUpAt: null };
    case "settles":
      return { status: "processing", event: "payment_intent.processing", followUpAt: later(settlesAfterMs) };
    case "declines":
      return {
        status: "requires_payment_method",
        event: "payment_intent.payment_failed",
        error: result.error,
        followUpAt: null,
      };
  }
}
