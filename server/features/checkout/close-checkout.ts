import { cancelUnpaidMembership } from "#server/features/memberships/start-membership.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isMissing } from "./complete-order.ts";
import { expireSessions } from "./expire-sessions.ts";
import { syncPayment } from "./sync-payment.ts";

export type ClosableCheckout = {
  id: string;
  /** Null where the provider was never asked for a payment. */
  paymentIntentId: string | null;
  providerSubscriptionId: string | null;
};

/**
 * Ends an open checkout. The provider decides: only when it confirms the cancel is the session given up, and what it holds
 * with it; a payment that won the race is completed. Throws `GatewayError` where the provider does not answer.
 */
export async function closeCheckout(
  services: Services,
  { id, paymentIntentId, providerSubscriptionId }: ClosableCheckout,
): Promise<void> {
  if (paymentIntentId === null) return expireSessions(services.pool, [id]);
  try {
    if (providerSubscriptionId) {
      const { status } = await cancelUnpaidMembership(services, providerSubscriptionId);
      if (status !== "canceled") return void (await syncPayment(services, paymentIntentId));
    } else await services.payments.cancelIntent(paymentIntentId);
    await expireSessions(services.pool, [id]);
  } catch (error) {
    if (isMissing(error)) return void (await expireSessions(services.pool, [id]));
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
    await syncPayment(services, paymentIntentId);
    const intent = await services.payments.getIntent(paymentIntentId);
    if (intent.status === "canceled") await expireSessions(services.pool, [id]);
  }
}
