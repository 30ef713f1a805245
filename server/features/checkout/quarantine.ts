import { quarantinedPayments } from "#server/database/schema/checkout.ts";
import { isMembershipPayment } from "#server/features/members/memberships/start-membership.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import type { CompletedOrder } from "./complete-order.ts";
import { expireSessions } from "./expire-sessions.ts";

/** Whose sale a payment was meant for. */
type MeantFor = { ownerId: string; checkoutSessionId: string | null; expectedCents: number | null };

/**
 * Keeps a payment that does not fit for the creator to look at. It never becomes a paid order. One that names nobody's
 * sale is the operator's to look at: every night's log and `npm run doctor` tell of it until it has been given back.
 */
export async function quarantinePayment(
  { db, clock, log }: Services,
  intent: PaymentIntent,
  meantFor: MeantFor | undefined,
  reason: string,
): Promise<CompletedOrder> {
  log.error({ paymentIntentId: intent.id, reason }, "payment quarantined");
  await db
    .insert(quarantinedPayments)
    .values({
      ownerId: meantFor?.ownerId ?? null,
      checkoutSessionId: meantFor?.checkoutSessionId ?? null,
      paymentIntentId: intent.id,
      expectedCents: meantFor?.expectedCents ?? null,
      receivedCents: intent.receivedCents,
      reason,
      createdAt: clock.now(),
    })
    .onConflictDoNothing();
  return { status: "PENDING" };
}

/** Says what became of a payment whose coupon was not for its buyer. */
export const notFirstPurchase =
  "This coupon is for a first purchase only. What was charged goes back to you; please buy again without it.";

/**
 * A payment with a coupon for first purchases, by an address that had bought before, goes back at once, and its checkout
 * is over: a membership is not begun either. The key makes a repeat one refund.
 */
export async function refundRepeatPurchase(
  services: Services,
  intent: PaymentIntent,
  checkoutSessionId: string,
): Promise<CompletedOrder> {
  const { payments, log, pool } = services;
  log.warn({ paymentIntentId: intent.id }, "a coupon for first purchases, used again: refunded");
  const idempotencyKey = `repeat_${intent.id}`;
  if (isMembershipPayment(intent))
    await payments.subscriptions.cancelSubscription(intent.subscription.id, "NOW", idempotencyKey);
  await payments.refund({ paymentIntentId: intent.id, idempotencyKey }).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.code !== "charge_already_refunded") throw error;
  });
  await expireSessions(pool, [checkoutSessionId]);
  return { status: "FAILED", message: notFirstPurchase };
}

/** A second payment of a checkout that is already paid goes back at once. The key makes a repeat one refund. */
export async function refundDuplicate(
  services: Services,
  intent: PaymentIntent,
  orderId: string,
): Promise<CompletedOrder> {
  services.log.error({ paymentIntentId: intent.id }, "second payment of one checkout: refunded");
  await services.payments.refund({ paymentIntentId: intent.id, idempotencyKey: `duplicate_${intent.id}` });
  return { status: "PAID", orderId };
}
