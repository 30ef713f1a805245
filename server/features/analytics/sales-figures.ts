import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** What was sold in one part of a time, in cents and in orders. */
export type SalesFigures = {
  orders: number;
  /** Periods of memberships that were paid without a checkout. */
  renewals: number;
  paidCents: number;
  refundedCents: number;
  bumpOrders: number;
  bumpCents: number;
  upsellCents: number;
  offers: number;
  accepts: number;
  couponUses: number;
  discountCents: number;
};

/**
 * The figures of several parts of a time, that begin one after another and end with `to`. Everything is counted from rows:
 * orders, and what was added to them, by the moment the order was paid, refunds by the moment they were made.
 */
export async function countSales(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  starts: Date[],
  to: Date,
  productId: string | undefined,
): Promise<SalesFigures[]> {
  return selectFigures(pool, ownerId, starts, to, productId ?? null);
}

/** SQL: orders that were paid, of one creator, one main product or all. */
export const isSale = (order: string, product: string): string =>
  `${order}.owner_id = $1 and ${order}.status in ('PAID', 'REFUNDED') and (${product}::uuid is null or ${order}.product_id = ${product})`;

/** SQL: a refund of an order that began with a product, or of any. */
export const isRefundOf = (refund: string, product: string): string =>
  `${refund}.owner_id = $1 and ${refund}.status = 'SUCCEEDED' and (${product}::uuid is null
     or exists (select from orders of_product where of_product.id = ${refund}.order_id and of_product.product_id = ${product}))`;

const part = (moment: string) => `width_bucket(${moment}, $2::timestamptz[])`;
const within = (moment: string) => `${moment} >= ($2::timestamptz[])[1] and ${moment} < $3::timestamptz`;

// What is added to an order is written with it or later, so that lines before the first moment belong to no order of it.
const selectFigures = statement("analytics_select_sales")<
  SalesFigures,
  [ownerId: string, starts: Date[], to: Date, productId: string | null]
>(`
  with sales as materialized (
    select o.id, ${part("o.created_at")} as part, o.total_cents, o.status = 'PAID' as stands
      from orders o where ${isSale("o", "$4")} and ${within("o.created_at")}),
  paid as (select part, count(*) as orders, sum(total_cents) as cents from sales group by 1),
  renewed as (
    select ${part("o.created_at")} as part, count(*) as orders from orders o
     where ${isSale("o", "$4")} and ${within("o.created_at")} and o.subscription_id is not null and o.checkout_session_id is null
     group by 1),
  added as materialized (
    select s.part, s.id,
           sum(i.total_price_cents) filter (where i.item_type = 'ORDER_BUMP') as bumps,
           sum(i.total_price_cents) filter (where i.item_type = 'UPSELL') as upsells,
           sum(i.discount_cents) filter (where i.discount_source = 'COUPON' and s.stands) as discounts
      from order_items i join sales s on s.id = i.order_id
     where i.owner_id = $1 and i.created_at >= ($2::timestamptz[])[1] and (i.item_type <> 'MAIN' or i.discount_source = 'COUPON')
     group by s.part, s.id),
  extras as (select part, count(bumps) as bump_orders, sum(bumps) as bumps, sum(upsells) as upsells, sum(discounts) as discounts from added group by 1),
  returned as (
    select ${part("r.settled_at")} as part, sum(r.amount_cents) as cents,
           sum(r.amount_cents) filter (where i.item_type = 'ORDER_BUMP') as bumps,
           sum(r.amount_cents) filter (where i.item_type = 'UPSELL') as upsells
      from refunds r left join order_items i on i.id = r.order_item_id
     where ${isRefundOf("r", "$4")} and ${within("r.settled_at")} group by 1),
  offered as (
    select s.part, count(*) as offers, count(*) filter (where f.decision = 'ACCEPTED') as accepts
      from upsell_offers f join sales s on s.id = f.order_id
     where f.owner_id = $1 and f.shown_at >= ($2::timestamptz[])[1] group by 1),
  redeemed as (
    select ${part("o.created_at")} as part, count(*) as uses from orders o
     where o.owner_id = $1 and o.status = 'PAID' and o.coupon_code is not null and ($4::uuid is null or o.product_id = $4)
       and ${within("o.created_at")} group by 1)
  select coalesce(paid.orders, 0)::int as orders, coalesce(renewed.orders, 0)::int as renewals,
         coalesce(paid.cents, 0)::float8 as "paidCents", coalesce(returned.cents, 0)::float8 as "refundedCents",
         coalesce(extras.bump_orders, 0)::int as "bumpOrders",
         (coalesce(extras.bumps, 0) - coalesce(returned.bumps, 0))::float8 as "bumpCents",
         (coalesce(extras.upsells, 0) - coalesce(returned.upsells, 0))::float8 as "upsellCents",
         coalesce(offered.offers, 0)::int as offers, coalesce(offered.accepts, 0)::int as accepts,
         coalesce(redeemed.uses, 0)::int as "couponUses", coalesce(extras.discounts, 0)::float8 as "discountCents"
    from generate_series(1, cardinality($2::timestamptz[])) as part
    left join paid using (part) left join renewed using (part) left join extras using (part) left join returned using (part)
    left join offered using (part) left join redeemed using (part)
   order by part`);
