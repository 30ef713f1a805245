import type pg from "pg";
import type { CartLine, ShippingAddress } from "#server/database/schema/checkout.ts";
import { recordMembership } from "#server/features/memberships/record-membership.ts";
import { isMembershipPayment } from "#server/features/memberships/start-membership.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";

/** A checkout and the cart version that was charged, locked until the transaction ends. */
export type LockedSession = {
  id: string;
  ownerId: string;
  productId: string;
  browserHash: string;
  status: string;
  paymentIntentId: string | null;
  completedOrderId: string | null;
  completedPaymentIntentId: string | null;
  earlierOrderId: string | null;
  customerName: string;
  email: string;
  lines: CartLine[];
  totalCents: number;
  currency: string;
  couponId: string | null;
  couponCode: string | null;
  affiliateCode: string | null;
  replyLinkCode: string | null;
  shippingAddress: ShippingAddress | null;
  /** It has or had stock kept for it, or something that was paid for has a stock. */
  takesStock: boolean;
  holdsCoupon: boolean;
};

/**
 * Makes a paid order of a checkout, and a membership where it begins one. Returns the order's id; throws CouponUsedUp.
 * `addressProven` says of a free order that its browser had proved the buyer's address.
 */
export async function settleOrder(
  client: pg.PoolClient,
  session: LockedSession & { addressProven?: boolean },
  intent: PaymentIntent | null,
  now: Date,
): Promise<string> {
  const { id: checkoutSessionId, email, takesStock, ...order } = session;
  const orderId = await writePaidOrder(client, {
    ...order,
    checkoutSessionId,
    buyer: { email },
    payment: intent,
    stockSessionId: takesStock ? checkoutSessionId : null,
    mail: "receipt",
    now,
  });
  if (intent && isMembershipPayment(intent)) {
    const { subscription, card } = intent;
    await recordMembership(client, { orderId, checkoutSessionId, subscription, card, now });
  }
  return orderId;
}
