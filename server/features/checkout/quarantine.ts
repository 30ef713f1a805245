import { sql } from "drizzle-orm";
import { quarantinedPayments } from "#server/database/schema/quarantined-payments.ts";
import { hotStatement } from "#server/database/statement.ts";
import { isMembershipPayment } from "#server/features/memberships/start-membership.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import type { CompletedOrder } from "./complete-order.ts";
import { expireSessions } from "./expire-sessions.ts";
import { failWaitingOrder } from "./record-failure.ts";

/** Whose sale a payment was meant for. */
export type MeantFor = { ownerId: string; checkoutSessionId: string | null; expectedCents: number | null };

/**
 * Keeps a payment that does not fit for the creator to look at: the one whose checkout it was or, where that is lost with what
 * happened since a backup, whom the payment names. It never becomes a paid order. One that names nobody's
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
      ownerId: meantFor?.ownerId ?? namedOwner(intent),
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

/** SQL: the creator that a payment names, where there is one. */
const namedOwner = ({ metadata: { owner = "" } }: PaymentIntent) =>
  isUuid(owner) ? sql`(select id from users where id = ${owner})` : null;

/** The same of a plan's second payment, which came late. */
export const hasPlanAlready =
  "You have a plan already. What was charged goes back to you. You can change or cancel your plan in Settings.";

type RefusedPayment = {
  key: "repeat" | "plan" | "member";
  message: string;
  /** For the page, where no card is to blame. */
  code?: string;
  meantFor: MeantFor | undefined;
  /** Called once the money is on its way back. */
  refunded?: () => Promise<unknown>;
};

/**
 * A payment that buys nothing goes back at once, and its checkout is over: a membership is not begun either. So it is with a
 * coupon for first purchases that was used again, a second plan of one creator, and a second membership of one mailbox. The key makes a repeat one refund.
 */
export async function refundRefused(
  services: Services,
  intent: PaymentIntent,
  checkoutSessionId: string,
  { key, meantFor, refunded, ...told }: RefusedPayment,
): Promise<CompletedOrder> {
  const { payments, log, pool } = services;
  log.warn({ paymentIntentId: intent.id, key }, "a payment that buys nothing: refunded");
  const idempotencyKey = `${key}_${intent.id}`;
  if (isMembershipPayment(intent))
    await payments.subscriptions.cancelSubscription(intent.subscription.id, "NOW", idempotencyKey);
  if (await sendBack(services, intent, meantFor, idempotencyKey)) await refunded?.();
  await failWaitingOrder(services, checkoutSessionId, told.message);
  await expireSessions(pool, [checkoutSessionId]);
  return { status: "FAILED", ...told };
}

/** A second payment of a checkout that is already paid goes back at once. The key makes a repeat one refund. */
export async function refundDuplicate(
  services: Services,
  intent: PaymentIntent,
  orderId: string,
  meantFor: MeantFor | undefined,
): Promise<CompletedOrder> {
  services.log.error({ paymentIntentId: intent.id }, "second payment of one checkout: refunded");
  await sendBack(services, intent, meantFor, `duplicate_${intent.id}`);
  return { status: "PAID", orderId };
}

/**
 * Gives a payment back that buys nothing; the key makes a repeat one refund. While its bank disputes it no provider gives it
 * back, and asking again would never end: it is kept for its creator, who decides when the dispute is over, and the answer is false.
 */
async function sendBack(
  services: Services,
  intent: PaymentIntent,
  meantFor: MeantFor | undefined,
  idempotencyKey: string,
): Promise<boolean> {
  try {
    await services.payments.refund({ paymentIntentId: intent.id, idempotencyKey });
  } catch (error) {
    const code = error instanceof GatewayError ? error.code : undefined;
    if (code === "charge_already_refunded") return true;
    if (code !== "refund_disputed_payment") throw error;
    await quarantinePayment(services, intent, meantFor, disputedMeanwhile);
    return false;
  }
  return true;
}

const disputedMeanwhile =
  "It buys nothing and is to go back, but its bank disputes it. It can be given back once that is decided.";

/**
 * A payment that is in no order, and whose refund failed at the bank: its creator decides once more what becomes of it. A
 * decision to give it back that came to nothing is taken back with it. Of each failure this is done once, however often
 * and late it is told.
 */
export async function quarantineUnreturned(services: Services, providerRefundId: string): Promise<void> {
  const { payments, pool, clock, log } = services;
  const { paymentIntentId, status } = await payments.getRefund(providerRefundId);
  const taken = await payments.findPayment(paymentIntentId);
  if (status !== "failed" || !taken || taken.refundedCents >= taken.receivedCents) return;
  const { checkout_session: sessionId = "", order: orderId = "" } = taken.metadata;
  const [told] = await insertUnreturned(
    pool,
    paymentIntentId,
    providerRefundId,
    taken.receivedCents,
    isUuid(sessionId) ? sessionId : null,
    isUuid(orderId) ? orderId : null,
    clock.now(),
  );
  if (told?.isOpen)
    log.error({ paymentIntentId, providerRefundId }, "payment quarantined: its refund failed");
}

/** An id of its own for each attempt, since it is the key of the next refund. */
const insertUnreturned = hotStatement("quarantine_insert_unreturned")<
  { isOpen: boolean },
  [
    paymentIntentId: string,
    providerRefundId: string,
    receivedCents: number,
    sessionId: string | null,
    orderId: string | null,
    now: Date,
  ]
>(`insert into quarantined_payments (owner_id, checkout_session_id, payment_intent_id, received_cents, reason, failed_refund_ids, created_at)
   select sold.owner_id, sold.session_id, $1, $3, 'It was sent back, and the bank refused the refund.', array[$2::text], $6
     from (select) nobody left join (
          select owner_id, session_id from checkout_sessions where session_id = $4::uuid
          union all
          select owner_id, checkout_session_id from orders where id = $5::uuid
          limit 1) sold on true
   on conflict (payment_intent_id) do update set
          failed_refund_ids = quarantined_payments.failed_refund_ids || excluded.failed_refund_ids,
          (id, reason, resolution, resolved_at, created_at) = (
            select excluded.id, excluded.reason, null::text, null::timestamptz, excluded.created_at
             where quarantined_payments.resolution = 'REFUNDED'
            union all
            select quarantined_payments.id, quarantined_payments.reason, quarantined_payments.resolution,
                   quarantined_payments.resolved_at, quarantined_payments.created_at
             where quarantined_payments.resolution is distinct from 'REFUNDED')
    where not quarantined_payments.failed_refund_ids @> excluded.failed_refund_ids
   returning resolution is null as "isOpen"`);
