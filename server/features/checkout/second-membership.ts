import { alreadyMember } from "#contract/checkout/declines.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { type FirstMembership, queueAlreadyMember } from "#server/features/memberships/one-membership.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import type { CompletedOrder } from "./complete-order.ts";
import { type MeantFor, refundRefused } from "./quarantine.ts";

/** What its buyer reads. Like a first-purchase coupon's refusal, it takes a working card to get here. */
export const isMemberAlready: CompletedOrder = {
  status: "FAILED",
  message:
    "This email address already has this membership, so your payment was refunded. We emailed a link to the membership.",
  code: alreadyMember,
};

/** The same where a card was kept for a free trial. */
export const isMemberInTrial: CompletedOrder = {
  status: "FAILED",
  message:
    "This email address already has this membership. Nothing was charged. We emailed a link to the membership.",
  code: alreadyMember,
};

/** Cancels and refunds a second membership of one mailbox, and emails its member about the first one. Safe to repeat. */
export async function refundSecondMembership(
  services: Services,
  intent: PaymentIntent,
  second: { first: FirstMembership; checkoutSessionId: string; meantFor: MeantFor | undefined },
): Promise<CompletedOrder> {
  const { first, checkoutSessionId, meantFor } = second;
  const { pool, clock } = services;
  const { message } = isMemberAlready;
  await refundRefused(services, intent, checkoutSessionId, {
    key: "member",
    message: message ?? "",
    meantFor,
    // Before the checkout is over, so that a process that dies in between sends it when it is asked again.
    refunded: () =>
      queueAlreadyMember(pool, intent.id, first.id, intent.receivedCents, intent.currency, clock.now()),
  });
  wakeListeners(pool, "job_outbox");
  return isMemberAlready;
}
