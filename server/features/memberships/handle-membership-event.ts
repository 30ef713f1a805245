import { hotStatement } from "#server/database/statement.ts";
import {
  type PaymentEvent,
  paymentFound,
  type DispatchPaymentEvent,
} from "#server/payments/payment-event.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Services } from "#server/services.ts";
import { syncMembership } from "./sync-membership.ts";

/**
 * Acts on news of a membership. News may come before its first payment has become an order: others are told of
 * that payment, then it is followed. A subscription of ours that takes money without an order — its first payment
 * did not fit, or went back — is ended, so that it bills nobody again.
 */
export async function handleMembershipEvent(
  services: Services,
  event: PaymentEvent,
  dispatch: DispatchPaymentEvent,
): Promise<void> {
  const { subscriptions } = services.payments;
  try {
    const invoice = event.type.startsWith("invoice.")
      ? await subscriptions.getInvoice(event.objectId)
      : undefined;
    const subscriptionId = invoice?.subscriptionId ?? event.objectId;
    if (await syncMembership(services, subscriptionId, invoice?.id)) return;

    const { metadata, status } = await subscriptions.getSubscription(subscriptionId);
    const sessionId = metadata["checkout_session"] ?? "";
    if (!isUuid(sessionId) || !["trialing", "active", "past_due"].includes(status)) return;
    const [session] = await findFirstPayment(services.pool, subscriptionId, sessionId);
    if (session) await dispatch(paymentFound(session.paymentIntentId));
    if (await syncMembership(services, subscriptionId, invoice?.id)) return;
    // It takes nothing yet, and is looked at again before it does.
    if (status === "trialing") return;
    services.log.error({ subscriptionId }, "a subscription without an order: ended");
    await subscriptions.cancelSubscription(subscriptionId, "NOW", `orphan_${subscriptionId}`);
  } catch (error) {
    // What the provider does not know, or no longer, is none of ours.
    if (!(error instanceof GatewayError) || error.code !== "resource_missing") throw error;
  }
}

/** Of a free trial the card that was kept for it: where a process died, no order names its subscription. */
const findFirstPayment = hotStatement("memberships_find_first_payment")<
  { paymentIntentId: string },
  [providerSubscriptionId: string, sessionId: string]
>(`select payment_intent_id as "paymentIntentId" from checkout_sessions
    where provider_subscription_id = $1 and payment_intent_id is not null
   union
   select payment_intent_id from checkout_sessions where session_id = $2 and payment_intent_id like 'seti\\_%'`);
