import { hotStatement } from "#server/database/hot-statement.ts";
import {
  followMembershipEvent,
  isMembershipEvent,
} from "#server/features/members/memberships/follow-membership-event.ts";
import { intentWithMetadata } from "#server/features/members/memberships/start-membership.ts";
import { followDispute } from "#server/features/orders/follow-dispute.ts";
import { followRefund } from "#server/features/orders/follow-refund.ts";
import { followAccount } from "#server/features/payouts/payout-account.ts";
import type { Services } from "#server/services.ts";
import { completeOrder, isMissing } from "./complete-order.ts";
import { quarantineUnreturned } from "./quarantine.ts";
import { recordUnpaid } from "./record-failure.ts";

/** Acts on one kept event: fetches the payment again and does what its state asks for, in whatever order events came. */
export async function handlePaymentEvent(services: Services, webhookEventId: number): Promise<void> {
  const [event] = await takeEvent(services.pool, webhookEventId);
  if (!event) return;
  const { type, objectId } = event;
  if (type.startsWith("payment_intent.")) await followPayment(services, objectId);
  if (type.startsWith("refund.")) await followAfterPayment(services, objectId, followRefund);
  if (type.startsWith("charge.dispute.") || type === "radar.early_fraud_warning.created")
    await followAfterPayment(services, objectId, followDispute);
  if (isMembershipEvent(type))
    await followMembershipEvent(services, event, (paymentIntentId) =>
      followPayment(services, paymentIntentId),
    );
  if (type === "account.updated" || type.startsWith("v2.core.account"))
    await followAccount(services, objectId);
  await markHandled(services.pool, webhookEventId, services.clock.now());
}

/** News of a payment may come before the payment itself has been seen to. */
async function followAfterPayment(
  services: Services,
  objectId: string,
  follow: typeof followRefund,
): Promise<void> {
  const { unknownPaymentId } = await follow(services, objectId);
  if (unknownPaymentId === undefined) return;
  await followPayment(services, unknownPaymentId);
  const { unknownPaymentId: inNoOrder, hasFailed } = await follow(services, objectId);
  if (inNoOrder !== undefined && hasFailed) await quarantineUnreturned(services, inNoOrder);
}

/** Completes the order of a payment that succeeded; shows the creator one that waits or failed. */
export async function followPayment(services: Services, paymentIntentId: string): Promise<void> {
  try {
    const outcome = await completeOrder(services, paymentIntentId);
    if (outcome.status === "PAID") return;
    const intent = await intentWithMetadata(services, await services.payments.getIntent(paymentIntentId));
    if (!intent) return;
    if (intent.status === "processing") await recordUnpaid(services, intent, "PENDING");
    else if (intent.failureMessage !== null) await recordUnpaid(services, intent, "FAILED");
  } catch (error) {
    // A payment the provider does not know is no payment of ours: nothing to do, and nothing to try again.
    if (!isMissing(error)) throw error;
  }
}

const takeEvent = hotStatement<{ type: string; objectId: string }, [id: number]>(
  "webhook_take_event",
  `update webhook_events set attempts = attempts + 1 where id = $1 and handled_at is null
   returning type, payload ->> 'objectId' as "objectId"`,
);

const markHandled = hotStatement<never, [id: number, now: Date]>(
  "webhook_mark_handled",
  "update webhook_events set handled_at = $2 where id = $1",
);
