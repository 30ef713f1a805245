import type pg from "pg";
import { bookHeldTime } from "#server/features/bookings/hold-time.ts";
import { settleCarts } from "#server/features/carts/settle-carts.ts";
import { requireFirstMembership } from "#server/features/memberships/one-membership.ts";
import { recordMembership } from "#server/features/memberships/record-membership.ts";
import { isMembershipPayment } from "#server/features/memberships/start-membership.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import { isSetup, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { LockedSession } from "./lock-session.ts";

/**
 * Makes a paid order of a checkout, and a membership where it begins one. Returns the order's id; throws CouponUsedUp, and breaks `bookings_no_overlap` where the time that it kept has gone.
 * Throws `AlreadyMember` for a second membership of the same product for one mailbox.
 * `addressProven` says of a free order that its browser had proved the buyer's address.
 */
export async function settleOrder(
  client: pg.PoolClient,
  session: LockedSession & { addressProven?: boolean },
  intent: PaymentIntent | null,
  now: Date,
): Promise<string> {
  const { id: checkoutSessionId, email, takesStock, takesTime, trialDays, linkedCartId, ...order } = session;
  // A creator's plan is its account's, whoever pays: `subscriptions_plan_once`.
  if (intent && isMembershipPayment(intent) && !order.isPlan)
    await requireFirstMembership(client, {
      productId: order.productId,
      email,
      providerSubscriptionId: intent.subscription.id,
    });
  const orderId = await writePaidOrder(client, {
    ...order,
    checkoutSessionId,
    buyer: { email },
    payment: intent && isSetup(intent) ? null : intent,
    setupIntentId: intent && isSetup(intent) ? intent.id : null,
    stockSessionId: takesStock ? checkoutSessionId : null,
    mail: "receipt",
    now,
  });
  const productIds = order.lines.map(({ productId }) => productId);
  await settleCarts(client, { ownerId: order.ownerId, productIds, email, orderId, linkedCartId, now });
  if (takesTime) await bookHeldTime(client, session, orderId, now);
  if (intent && isMembershipPayment(intent)) {
    const { subscription, card } = intent;
    await recordMembership(client, { orderId, checkoutSessionId, subscription, card, trialDays, now });
  }
  return orderId;
}
