import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { boundedTimes } from "./bounded-times.ts";
import { daysOfParts, keptDays } from "./days-of-parts.ts";
import { freshSales, saleOrders, salesColumns, salesSums } from "./sales-of-pieces.ts";

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
 * The figures of several parts of a time, that begin one after another and end with `to`: orders, and what was added to them,
 * by the moment the order was paid, refunds by the moment they were made.
 */
export async function countSales(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  starts: Date[],
  to: Date,
  productId: string | undefined,
): Promise<SalesFigures[]> {
  const sums: SalesFigures[] = [];
  for (const time of await boundedTimes(pool, ownerId, starts, to)) {
    const figures = await selectFigures(pool, ownerId, time.starts, time.to, productId ?? null);
    for (const [part, more] of figures.entries()) {
      const known = sums[time.firstPart + part];
      sums[time.firstPart + part] = known ? sumOf(known, more) : more;
    }
  }
  return sums;
}

const sumOf = (a: SalesFigures, b: SalesFigures): SalesFigures => ({
  orders: a.orders + b.orders,
  renewals: a.renewals + b.renewals,
  paidCents: a.paidCents + b.paidCents,
  refundedCents: a.refundedCents + b.refundedCents,
  bumpOrders: a.bumpOrders + b.bumpOrders,
  bumpCents: a.bumpCents + b.bumpCents,
  upsellCents: a.upsellCents + b.upsellCents,
  offers: a.offers + b.offers,
  accepts: a.accepts + b.accepts,
  couponUses: a.couponUses + b.couponUses,
  discountCents: a.discountCents + b.discountCents,
});

/** SQL: orders that were paid, of one creator, one main product or all. */
export const isSale = (order: string, product: string): string =>
  `${order}.owner_id = $1 and ${order}.status in ('PAID', 'REFUNDED') and (${product}::uuid is null or ${order}.product_id = ${product})`;

/** SQL: a refund of an order that began with a product, or of any. */
export const isRefundOf = (refund: string, product: string): string =>
  `${refund}.owner_id = $1 and ${refund}.status = 'SUCCEEDED' and (${product}::uuid is null
     or exists (select from orders of_product where of_product.id = ${refund}.order_id and of_product.product_id = ${product}))`;

// Days that are over are kept; the rest is counted from rows.
const selectFigures = statement("analytics_select_sales")<
  SalesFigures,
  [ownerId: string, starts: Date[], to: Date, productId: string | null]
>(`
  with ${daysOfParts("$2", "$3")},
  ${saleOrders},
  ${freshSales},
  counted as (
    select d.part as slot, k.product_id, ${salesColumns.map((column) => `k.${column}`).join(", ")}
      from ${keptDays("sales_days")}
    union all
    select slot, product_id, ${salesColumns.join(", ")} from fresh_sales),
  sums as (
    select slot as part, ${salesSums} from counted where $4::uuid is null or product_id = $4 group by 1)
  select coalesce(orders, 0)::int as orders, coalesce(renewals, 0)::int as renewals,
         coalesce(paid_cents, 0)::float8 as "paidCents", coalesce(refunded_cents, 0)::float8 as "refundedCents",
         coalesce(bump_orders, 0)::int as "bumpOrders", coalesce(bump_cents, 0)::float8 as "bumpCents",
         coalesce(upsell_cents, 0)::float8 as "upsellCents",
         coalesce(offers, 0)::int as offers, coalesce(accepts, 0)::int as accepts,
         coalesce(coupon_uses, 0)::int as "couponUses", coalesce(discount_cents, 0)::float8 as "discountCents"
    from parts left join sums using (part)
   order by part`);
