import type pg from "pg";
import { notFirstPurchase } from "#contract/checkout/declines.ts";
import { isUuid } from "#contract/uuid.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement, type Queryable } from "#server/database/statement.ts";
import { removeCouponOfCarts } from "#server/features/carts/remove-coupon.ts";
import { isRepeatPurchase } from "#server/features/coupons/hold-coupon.ts";
import { isDecided, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { cartVersionOf } from "./checkout-session.ts";
import { expireSessions } from "./expire-sessions.ts";
import { type LockedSession, lockSession } from "./lock-session.ts";

/** What the buyer is told where the payment was only authorized, and where it had to be charged first. */
export const couponReleased = {
  code: notFirstPurchase,
  message: "This code is for first-time customers. We removed it, and you weren't charged.",
};
export const couponRefunded = {
  code: notFirstPurchase,
  message: "This code is for first-time customers. We removed it and refunded your payment.",
};

/**
 * Decides about an authorized payment: it is captured, or released where it would buy nothing (its buyer cannot have the
 * coupon, its checkout is paid or gone, or its bank refuses the capture). Answers the intent as it is then, whoever decided first.
 */
export async function captureOrRelease(services: Services, intent: PaymentIntent): Promise<PaymentIntent> {
  const { payments, pool } = services;
  const sessionId = intent.metadata["checkout_session"] ?? "";
  const buys = isUuid(sessionId) && (await buysSomething(services, intent, sessionId));
  try {
    if (buys) return await payments.captureIntent(intent.id);
    const released = await payments.releaseIntent(intent.id);
    if (isUuid(sessionId)) await expireSessions(pool, [sessionId]);
    return released;
  } catch (error) {
    if (!isDecided(error)) throw error;
    return releaseUncaptured(services, intent.id);
  }
}

/** Another call has decided, or the bank refuses to capture what it had authorized: then the buyer pays anew. */
async function releaseUncaptured({ payments }: Services, intentId: string): Promise<PaymentIntent> {
  const intent = await payments.getIntent(intentId);
  return intent.status === "requires_capture" ? payments.releaseIntent(intentId) : intent;
}

async function buysSomething(
  services: Services,
  { metadata, amountCents, currency }: PaymentIntent,
  sessionId: string,
): Promise<boolean> {
  return inTransaction(services.pool, async (client) => {
    const session = await lockSession(client, sessionId, cartVersionOf(metadata) ?? 0);
    if (!session || session.status === "COMPLETED") return false;
    if (amountCents !== session.totalCents || currency !== session.currency) return false;
    return !(await isRefusedCoupon(client, services, session));
  });
}

/**
 * Whether a payment used a coupon for first purchases though its address had bought before, which only a payment may show.
 * Then the coupon is taken out of what this buyer has left, so that no page and no email offers its price again.
 */
export async function isRefusedCoupon(
  client: pg.PoolClient,
  { clock }: Pick<Services, "clock">,
  { id: checkoutSessionId, couponId, couponCode, ownerId, email }: LockedSession,
): Promise<boolean> {
  const now = clock.now();
  if (couponId === null || !(await isRepeatPurchase(client, { couponId, checkoutSessionId, email, now })))
    return false;
  await refuseCoupon(client, checkoutSessionId, now);
  await removeCouponOfCarts(client, { ownerId, email, couponCode: couponCode ?? "", now });
  return true;
}

/** Whether a canceled payment is one that was released for its coupon. A checkout that was merely left tells nothing. */
export const wasCouponRefused = async (client: Queryable, paymentIntentId: string): Promise<boolean> =>
  (await selectRefused(client, paymentIntentId)).length > 0;

const refuseCoupon = hotStatement("checkout_refuse_coupon")<never, [sessionId: string, now: Date]>(
  `with refused as (
     update checkout_sessions set coupon_refused_at = coalesce(coupon_refused_at, $2) where session_id = $1
     returning session_id, coupon_code)
   update checkout_drafts d set coupon_code = '', revision = d.revision + 1, updated_at = $2
     from refused r where d.checkout_session_id = r.session_id and lower(d.coupon_code) = lower(r.coupon_code)`,
);

const selectRefused = hotStatement("checkout_select_coupon_refused")<
  { id: string },
  [paymentIntentId: string]
>(
  "select session_id as id from checkout_sessions where payment_intent_id = $1 and coupon_refused_at is not null",
);
