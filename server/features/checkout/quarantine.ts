import { quarantinedPayments } from "#server/database/schema/checkout.ts";
import { hotStatement } from "#server/database/statement.ts";
import { isMembershipPayment } from "#server/features/memberships/start-membership.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#server/http/uuid.ts";
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

/**
 * A payment that is in no order, and whose refund failed at the bank: its creator decides once more what becomes of it. A
 * decision to give it back that came to nothing is taken back with it. Repeated events of the same failure change nothing.
 */
export async function quarantineUnreturned(services: Services, paymentIntentId: string): Promise<void> {
  const { payments, pool } = services;
  const taken = await payments.findPayment(paymentIntentId);
  if (!taken || taken.refundedCents >= taken.receivedCents) return;
  // Asked for before anything is changed: a provider that is silent now is asked again with the event.
  const intent = await payments.getIntent(paymentIntentId);
  const { checkout_session: sessionId = "", order: orderId = "" } = taken.metadata;
  const [meantFor] = await takeBackDecision(
    pool,
    paymentIntentId,
    isUuid(sessionId) ? sessionId : null,
    isUuid(orderId) ? orderId : null,
  );
  await quarantinePayment(services, intent, meantFor, "It was sent back, and the bank refused the refund.");
}

/** A row of its own for each attempt: its id is the key of the next refund. Answers whose sale the payment was meant for. */
const takeBackDecision = hotStatement("quarantine_take_back_decision")<
  MeantFor,
  [paymentIntentId: string, sessionId: string | null, orderId: string | null]
>(`with decided as (
     delete from quarantined_payments
      where payment_intent_id = $1 and resolution = 'REFUNDED' and resolved_at is not null
     returning owner_id, checkout_session_id, expected_cents),
   sold as (
     select owner_id, session_id, null::int from checkout_sessions where session_id = $2::uuid
     union all
     select owner_id, checkout_session_id, null from orders where id = $3::uuid)
   select owner_id as "ownerId", checkout_session_id as "checkoutSessionId", expected_cents as "expectedCents" from (
     select * from decided where owner_id is not null union all select * from sold) meant_for
   limit 1`);
