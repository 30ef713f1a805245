import type pg from "pg";
import { hotStatement } from "#server/database/hot-statement.ts";
import type { CartLine, ShippingAddress } from "#server/database/schema/checkout.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import { releaseCoupon } from "#server/features/coupons/hold-coupon.ts";
import { useCoupon } from "#server/features/coupons/use-coupon.ts";
import { recordMembership } from "#server/features/members/memberships/record-membership.ts";
import { isMembershipPayment } from "#server/features/members/memberships/start-membership.ts";
import { attributeOrder } from "#server/features/social/links/attribute-order.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { releaseStock, spendStock } from "./hold-stock.ts";
import { insertLines, openLines } from "./order-lines.ts";

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

/** Paid after its hold of a coupon was given back, and somebody else was quicker. */
export class CouponUsedUp extends Error {}

/** Marks the order paid and does all that follows from it, in this order. Returns the order's id; throws CouponUsedUp. */
export async function settleOrder(
  client: pg.PoolClient,
  services: Services,
  session: LockedSession,
  intent: PaymentIntent | null,
): Promise<string> {
  // One moment for the order and all it causes: at a month's end, two readings of the clock may be two months.
  const now = services.clock.now();
  // What an earlier, failed attempt was for may have changed since.
  if (session.earlierOrderId)
    await client.query("delete from order_items where order_id = $1", [session.earlierOrderId]);
  const [order] = await writeOrder(
    client,
    session.id,
    session.ownerId,
    session.productId,
    session.email,
    session.customerName,
    session.totalCents,
    session.currency,
    intent?.id ?? null,
    intent?.card?.brand ?? null,
    intent?.card?.last4 ?? null,
    session.couponCode,
    JSON.stringify(session.lines),
    session.browserHash,
    now,
    session.couponId,
    session.shippingAddress && JSON.stringify(session.shippingAddress),
  );
  if (!order) throw new Error("a paid order was not written");
  if (intent && isMembershipPayment(intent))
    await recordMembership(client, {
      orderId: order.id,
      checkoutSessionId: session.id,
      subscription: intent.subscription,
      card: intent.card,
      now,
    });
  await settleOffers(client, session, order.id, now);
  return order.id;
}

/** One statement, one round trip: the effects of a paid order, each in its own named part. */
const writeOrder = hotStatement<
  { id: string },
  [
    sessionId: string,
    ownerId: string,
    productId: string,
    email: string,
    customerName: string,
    totalCents: number,
    currency: string,
    paymentIntentId: string | null,
    cardBrand: string | null,
    cardLast4: string | null,
    couponCode: string | null,
    lines: string,
    browserHash: string,
    now: Date,
    couponId: string | null,
    shippingAddress: string | null,
  ]
>(
  "complete_settle_order",
  `with buyer as (
     insert into customers (email, created_at) values ($4, $14)
     on conflict (lower(email)) do update set email = customers.email
     returning id),
   paid_order as (
     insert into orders (owner_id, customer_id, product_id, customer_name, total_cents, currency, status, checkout_session_id,
                         payment_intent_id, coupon_code, coupon_id, shipping_address, paid_at, created_at, updated_at)
     select $2, buyer.id, $3, $5, $6, $7, 'PAID', $1, $8, $11, $15, $16::jsonb, $14, $14, $14 from buyer
     on conflict (checkout_session_id) do update set status = 'PAID', customer_id = excluded.customer_id, customer_name = excluded.customer_name,
       total_cents = excluded.total_cents, payment_intent_id = excluded.payment_intent_id, coupon_code = excluded.coupon_code,
       coupon_id = excluded.coupon_id, shipping_address = excluded.shipping_address, paid_at = excluded.paid_at, updated_at = excluded.updated_at
     returning id, owner_id, customer_id),
   payment as (
     insert into order_payments (order_id, payment_intent_id, amount_cents, status, card_brand, card_last4, created_at)
     select id, $8, $6, 'SUCCEEDED', $9, $10, $14 from paid_order where $8::text is not null
     on conflict (payment_intent_id) do update set status = 'SUCCEEDED', amount_cents = excluded.amount_cents
     returning id),
   items as (
     ${insertLines({ order: "paid_order", lines: "$12::jsonb", payment: "(select id from payment)", now: "$14::timestamptz" })}
     returning id, product_id),
   ${openLines("$14")},
   browser as (
     insert into order_browsers (order_id, browser_hash, granted_at) select id, $13, $14 from paid_order on conflict do nothing),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select id, 'PAID', jsonb_build_object('totalCents', $6::int), $14 from paid_order),
   closed as (
     update checkout_sessions set status = 'COMPLETED', completed_order_id = paid_order.id, next_check_at = null
       from paid_order where session_id = $1),
   receipt as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'receipt:' || id, $4, 'receipt', jsonb_build_object('orderId', id), $14 from paid_order
     on conflict do nothing returning id),
   receipt_job as (
     insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from receipt)
   select id from paid_order`,
);

/** What only some orders cause: stock and a coupon's use are taken for good, an affiliate earns, a reply led here. */
async function settleOffers(
  client: pg.PoolClient,
  { id: sessionId, lines, couponId, affiliateCode, replyLinkCode, takesStock, holdsCoupon }: LockedSession,
  orderId: string,
  now: Date,
): Promise<void> {
  if (takesStock) {
    await spendStock(client, { sessionId, lines, now });
    await releaseStock(client, { sessionId, exceptLines: lines });
  }
  if (couponId) {
    const use = await useCoupon(client, { couponId, checkoutSessionId: sessionId, orderId, now });
    if (use === "NO_ROOM") throw new CouponUsedUp();
  }
  if (holdsCoupon) await releaseCoupon(client, { checkoutSessionId: sessionId });
  await addCommissions(client, { orderId, affiliateCode, now });
  await attributeOrder(client, { orderId, code: replyLinkCode });
}
