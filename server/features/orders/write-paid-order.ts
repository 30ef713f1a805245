import { eq } from "drizzle-orm";
import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { isGuaranteed } from "#server/database/refund-policy.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { CartLine, ShippingAddress } from "#server/database/schema/checkout.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import { releaseCoupon } from "#server/features/coupons/hold-coupon.ts";
import { useCoupon } from "#server/features/coupons/use-coupon.ts";
import { isDigitalContent } from "#server/features/orders/withdrawals/withdrawable-lines.ts";
import { saleNews } from "#server/features/notifications/sale-news.ts";
import { attributeLike, attributeOrder } from "#server/features/social/links/attribute-order.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import { releaseStock, spendStock } from "./held-stock.ts";
import { insertLines } from "./write-lines.ts";

/** What was paid for: a new order, or an add-on to one that is paid already. */
export type PaidOrder = (NewOrder | AddOn) & {
  lines: CartLine[];
  /** What all lines cost together. */
  totalCents: number;
  /** The one payment that covers all lines; null where nothing was to be paid. */
  payment: Pick<PaymentIntent, "id" | "card"> | null;
  /** The checkout from whose holds the lines take their stock; none where no line has a stock. */
  stockSessionId?: string | null;
  /** Whose link led here. */
  affiliateCode?: string | null;
  /** What the buyer is told; nothing unless given. */
  mail?: "receipt" | "renewal";
  /** One moment for the order and all it causes: at a month's end, two readings of the clock may be two months. */
  now: Date;
};

export type NewOrder = {
  addedTo?: undefined;
  ownerId: string;
  productId: string;
  /** By the address that was typed, or as somebody who has bought before. */
  buyer: { email: string } | { customerId: string };
  customerName: string;
  /** A free order of a browser that had proved the buyer's address. */
  addressProven?: boolean;
  currency: string;
  /** The checkout that the order ends. */
  checkoutSessionId?: string | null;
  /** The order that a failed attempt of that checkout left; it becomes this one. */
  earlierOrderId?: string | null;
  /** The browser that may see the order. */
  browserHash?: string | null;
  shippingAddress?: ShippingAddress | null;
  couponId?: string | null;
  couponCode?: string | null;
  /** The checkout keeps a use of a coupon: this one, or one that was left. */
  holdsCoupon?: boolean;
  /** The reply in a direct message that led here. */
  replyLinkCode?: string | null;
  /** The setup that a free trial's card was kept with: nothing was paid, and the order is found by it. */
  setupIntentId?: string | null;
  /** The order whose reply led here, too: that of the free trial which this is the first payment after. */
  attributedLike?: string | undefined;
  /** The membership that a period of was paid for, with its renewals; the first one begins after its order is written. */
  subscriptionId?: string;
};

export type AddOn = { addedTo: string; upsellId: string };

/** Paid after its hold of a coupon was given back, and somebody else was quicker. */
export class CouponUsedUp extends Error {}

/**
 * All that a paid order writes, and the only function that writes it, whatever led to it: a checkout, an add-on, a
 * renewal, the demo store, a test. In the caller's transaction, in this order:
 *
 * 1. in one statement: the buyer, the order, its payment, its lines, what they open (access, downloads) and ask of its creator (work), the browser that
 *    may see it, its event, the end of its checkout with what the browser kept of it and the consent that was given in it, or of its offer, its mail with the mail's job, and what its creator is told. The creator's share of the
 *    payment is added by the database itself (`share_payment`), so that no payment can be without one;
 * 2. what only some orders cause: stock and the coupon's use are taken for good, and what else the checkout kept goes
 *    back; the affiliate earns, once per line; the reply that led here is remembered.
 *
 * The caller has locked what says that it was not written before (the checkout, the offer or the membership), and has
 * compared the amount received. Returns the order's id. Throws CouponUsedUp, or breaks `products_inventory` where the
 * stock was kept for nobody and is gone: roll back then, and the payment is quarantined.
 */
export async function writePaidOrder(client: pg.PoolClient, paid: PaidOrder): Promise<string> {
  const { lines, now } = paid;
  const isNew = paid.addedTo === undefined;
  // What an earlier, failed attempt was for may have changed since.
  if (isNew && paid.earlierOrderId)
    await dbOn(client).delete(orderItems).where(eq(orderItems.orderId, paid.earlierOrderId));
  const [order] = await writeOrder(client, JSON.stringify(orderOf(paid)), JSON.stringify(lines), now);
  if (!order) throw new Error("a paid order was not written");

  const sessionId = paid.stockSessionId;
  if (sessionId) await spendStock(client, { sessionId, lines, now });
  // An add-on leaves alone what the order's other offers keep.
  if (sessionId && isNew) await releaseStock(client, { sessionId, exceptLines: lines });
  if (isNew) await settleCoupon(client, paid, order.id);
  await addCommissions(client, { orderId: order.id, affiliateCode: paid.affiliateCode ?? null, now });
  if (isNew) await attributeOrder(client, { orderId: order.id, code: paid.replyLinkCode ?? null });
  if (isNew && paid.attributedLike) await attributeLike(client, order.id, paid.attributedLike);
  return order.id;
}

async function settleCoupon(
  client: pg.PoolClient,
  { couponId, checkoutSessionId, holdsCoupon, now }: NewOrder & Pick<PaidOrder, "now">,
  orderId: string,
): Promise<void> {
  if (!checkoutSessionId) return;
  if (couponId) {
    const use = await useCoupon(client, { couponId, checkoutSessionId, orderId, now });
    if (use === "NO_ROOM") throw new CouponUsedUp();
  }
  if (holdsCoupon) await releaseCoupon(client, { checkoutSessionId });
}

/** The statement's input: it takes what it names in its first part, and leaves the rest. */
const orderOf = ({ payment, ...paid }: PaidOrder) => ({
  ...paid,
  lines: undefined,
  ...("buyer" in paid && paid.buyer),
  paymentIntentId: payment?.id,
  cardBrand: payment?.card?.brand,
  cardLast4: payment?.card?.last4,
});

/** SQL: the product of a line, looked up. Joined, all products there are would be read: nobody can tell how few lines there will be. */
const soldProduct =
  "cross join lateral (select * from products sold where sold.id = items.product_id limit 1) products";

/** SQL: the zone that pay was pressed in; of a renewal, the one that its membership began in. */
const buyerZone = `coalesce(
       (select s.buyer_zone from checkout_sessions s where s.session_id = "checkoutSessionId"),
       (select first.buyer_zone from subscriptions s join orders first on first.id = s.order_id where s.id = "subscriptionId"))`;

/** One statement, one round trip: the effects of a paid order, each in its own named part. */
const writeOrder = hotStatement("orders_write_paid")<
  { id: string },
  [order: string, lines: string, now: Date]
>(`with given as (
     select *, $3::timestamptz as now from jsonb_to_record($1::jsonb) as g(
       "addedTo" uuid, "upsellId" uuid, "ownerId" uuid, "productId" uuid, "customerId" uuid, email text, "customerName" text,
       "addressProven" boolean, currency text, "checkoutSessionId" uuid, "browserHash" text, "shippingAddress" jsonb,
       "couponId" uuid, "couponCode" text, "subscriptionId" uuid, "totalCents" int, "paymentIntentId" text,
       "setupIntentId" text, "cardBrand" text, "cardLast4" text, mail text)),
   buyer as (
     insert into customers (email, created_at) select email, now from given where email is not null
     on conflict (lower(email)) do update set email = customers.email
     returning id),
   begun as (
     insert into orders (owner_id, customer_id, product_id, customer_name, address_proven, total_cents, currency, status, checkout_session_id,
                         payment_intent_id, coupon_code, coupon_id, shipping_address, subscription_id, buyer_zone, refund_days, refund_terms, refund_guaranteed, paid_at,
                         created_at, updated_at)
     select "ownerId", coalesce("customerId", buyer.id), "productId", "customerName", coalesce("addressProven", false), "totalCents", currency, 'PAID',
            "checkoutSessionId", coalesce("paymentIntentId", "setupIntentId"), "couponCode", "couponId", "shippingAddress", "subscriptionId", ${buyerZone}, u.refund_days, u.refund_terms, ${isGuaranteed("u")}, now,
            now, now
       from given join users u on u.id = "ownerId" left join buyer on true where "addedTo" is null
     on conflict (checkout_session_id) do update set status = 'PAID', customer_id = excluded.customer_id, customer_name = excluded.customer_name,
       address_proven = excluded.address_proven, total_cents = excluded.total_cents, payment_intent_id = excluded.payment_intent_id,
       coupon_code = excluded.coupon_code, coupon_id = excluded.coupon_id, shipping_address = excluded.shipping_address, buyer_zone = excluded.buyer_zone,
       refund_days = excluded.refund_days, refund_terms = excluded.refund_terms, refund_guaranteed = excluded.refund_guaranteed, paid_at = excluded.paid_at, updated_at = excluded.updated_at
     returning id, owner_id, customer_id, checkout_session_id),
   extended as (
     update orders set total_cents = orders.total_cents + given."totalCents", updated_at = now from given where orders.id = "addedTo"
     returning orders.id, owner_id, customer_id),
   paid_order as (select id, owner_id, customer_id from begun union all select * from extended),
   payment as (
     insert into order_payments (order_id, payment_intent_id, amount_cents, status, upsell_id, card_brand, card_last4, created_at)
     select id, "paymentIntentId", "totalCents", 'SUCCEEDED', "upsellId", "cardBrand", "cardLast4", now
       from paid_order, given where "paymentIntentId" is not null
     on conflict (payment_intent_id) do update set status = 'SUCCEEDED', amount_cents = excluded.amount_cents
     returning id),
   items as (
     ${insertLines({ order: "paid_order", lines: "$2::jsonb", payment: "(select id from payment)", now: "$3::timestamptz" })}
     returning id, product_id, item_type),
   granted as (
     insert into access (customer_id, owner_id, product_id, order_id, order_item_id, subscription_id, granted_at)
     select customer_id, owner_id, items.product_id, paid_order.id, items.id,
            case when item_type = 'MAIN' then "subscriptionId" end, now
       from paid_order, given, items),
   downloads as (
     insert into digital_downloads (order_id, order_item_id, owner_id, product_id, customer_id, max_downloads, expires_at, created_at)
     select paid_order.id, items.id, paid_order.owner_id, products.id, customer_id, products.max_downloads,
            now + make_interval(days => products.digital_expiration_days), now
       from paid_order, given, items ${soldProduct} where products.digital_file_type is not null),
   work as (
     insert into work_orders (order_item_id, owner_id, product_id, state, questions, delivery_days, sent_at, due_at, created_at)
     select items.id, paid_order.owner_id, products.id, case when asked.nothing then 'TO_DO' else 'WAITING' end, asked.questions, asked.days,
            case when asked.nothing then now end, case when asked.nothing then now + make_interval(days => asked.days) end, now
       from paid_order, given, items ${soldProduct}
       cross join lateral (
         select terms.questions, terms.questions = '[]' as nothing, (products.service_terms ->> 'deliveryDays')::int as days
           from (select coalesce(products.service_terms -> 'questions', '[]') as questions) terms) asked
      where products.type = 'SERVICE' returning state),
   browser as (
     insert into order_browsers (order_id, browser_hash, granted_at)
     select id, "browserHash", now from paid_order, given where "browserHash" is not null
     on conflict do nothing),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select id, 'PAID', jsonb_build_object('totalCents', "totalCents") ||
            case when "subscriptionId" is null then '{}'::jsonb else '{"renewal": true}' end, now
       from begun, given
     union all
     select extended.id, 'UPSELL_ADDED', jsonb_build_object('title', products.title, 'amountCents', "totalCents"), now
       from extended, given, items ${soldProduct}),
   closed as (
     update checkout_sessions set status = 'COMPLETED', completed_order_id = begun.id, next_check_at = null
       from begun, given where session_id = "checkoutSessionId"),
   agreed as (
     insert into withdrawal_consents (checkout_session_id, text_version, created_at)
     select s.session_id, s.consent_version, now
       from given, begun join checkout_sessions s on s.session_id = begun.checkout_session_id
      where s.consent_version is not null and exists (
        select from jsonb_to_recordset($2::jsonb) as line("productId" uuid)
         cross join lateral (select from products p where p.id = line."productId" and ${isDigitalContent("p")} limit 1) digital)
     on conflict do nothing),
   kept as (
     delete from checkout_drafts using given where checkout_session_id = "checkoutSessionId" and "addedTo" is null),
   decided as (
     update upsell_offers set decision = 'ACCEPTED', decided_at = now, payment_intent_id = coalesce("paymentIntentId", payment_intent_id)
       from given where order_id = "addedTo" and upsell_id = "upsellId"),
   mailed as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select concat_ws(':', mail, id, "upsellId"), coalesce(email, (select c.email from customers c where c.id = customer_id)), mail,
            jsonb_strip_nulls(jsonb_build_object('orderId', id, 'upsellId', "upsellId")), now
       from paid_order, given where mail is not null
     on conflict do nothing returning id),
   mail_job as (
     insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mailed),
   ${saleNews}
   select id from paid_order`);
