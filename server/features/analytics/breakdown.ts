import { type BreakdownRest, type BreakdownRow, mostBreakdownRows } from "#contract/analytics/analytics.ts";
import type { CountedRange } from "#contract/analytics/period.ts";
import { statement } from "#server/database/statement.ts";
import { type Asked, countedRange, type Needs } from "./counted-range.ts";
import { averageOf, percentOf } from "./rates.ts";
import { daysOfParts, keptDays } from "./days-of-parts.ts";
import { freshOffers, freshSales } from "./sales-of-pieces.ts";

/** What was taken, in cents and in orders, with its name as it is today. */
type Taken = {
  id: string | null;
  type: BreakdownRow["type"];
  name: string;
  productId: string | null;
  productName: string | null;
  revenue: number;
  totalOffered: number;
  totalAccepted: number;
};
type List = { rows: BreakdownRow[]; rest: BreakdownRest | null };
type Values = [ownerId: string, starts: [Date], to: Date, productId: string | null];

/** What each product, bump, upsell and coupon brought in a period, best first. */
export async function getAnalyticsBreakdown(needs: Needs, ownerId: string, asked: Asked) {
  const { range, from, to } = await countedRange(needs, ownerId, asked);
  const values: Values = [ownerId, [from], to, asked.productId ?? null];
  const offers = await selectOffers(needs.pool, ...values);
  const of = (type: Taken["type"]) => listed(offers.filter((row) => row.type === type));
  const [bumps, upsells, coupons] = [of("ORDER_BUMP"), of("UPSELL"), of("COUPON")];
  const products = listed(await selectProducts(needs.pool, ...values));
  return {
    range: range satisfies CountedRange,
    bumps: bumps.rows,
    upsells: upsells.rows,
    coupons: coupons.rows,
    products: products.rows,
    rest: { bumps: bumps.rest, upsells: upsells.rest, coupons: coupons.rest, products: products.rest },
  };
}

function listed(taken: Taken[]): List {
  const named = taken.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  const rows = named.slice(0, mostBreakdownRows).map(({ productId, productName, ...row }) => ({
    ...row,
    conversionRate: percentOf(row.totalAccepted, row.totalOffered),
    avgValue: averageOf(row.revenue, row.totalAccepted),
    ...(productId !== null && productName !== null && { productId, productName }),
  }));
  const others = named.slice(mostBreakdownRows);
  const sumOf = (figure: "revenue" | "totalAccepted") => others.reduce((sum, row) => sum + row[figure], 0);
  return {
    rows,
    rest:
      others.length === 0
        ? null
        : { rows: others.length, revenue: sumOf("revenue"), totalAccepted: sumOf("totalAccepted") },
  };
}

// A coupon is compared with all orders that a checkout led to. What is there no more has the name it had, or says that it is gone.
const selectOffers = statement("analytics_select_offers")<Taken, Values>(`
  with ${daysOfParts("$2", "$3")},
  ${freshOffers},
  counted as (
    select k.product_id, k.kind, k.offer_id, k.offered, k.taken, k.cents
      from ${keptDays("offer_days")}
    union all
    select product_id, kind, offer_id, offered, taken, cents from fresh_offers),
  sums as (
    select kind, offer_id, sum(offered) as offered, sum(taken) as taken, sum(cents) as cents
      from counted where $4::uuid is null or product_id = $4 group by 1, 2),
  checkouts as (
    select coalesce(sum(orders), 0) as orders from (
      select k.product_id, k.orders - k.renewals as orders from ${keptDays("sales_days")}
      union all
      select product_id, count(*) filter (where not is_renewal) from sale_orders group by 1) as counted
     where $4::uuid is null or product_id = $4)
  select s.offer_id as id, s.kind as type,
         coalesce(b.title, u.title, c.code, p.title, (select o.coupon_code from orders o where o.coupon_id = s.offer_id limit 1),
                  case when s.kind = 'COUPON' then 'Removed coupon' else 'Removed offer' end) as name,
         p.id as "productId", p.title as "productName", s.cents::float8 as revenue,
         (case when s.kind = 'COUPON' then checkouts.orders else greatest(s.offered, s.taken) end)::int as "totalOffered",
         s.taken::int as "totalAccepted"
    from checkouts, sums s
    left join order_bumps b on s.kind = 'ORDER_BUMP' and b.id = s.offer_id and b.owner_id = $1
    left join upsells u on s.kind = 'UPSELL' and u.id = s.offer_id and u.owner_id = $1
    left join coupons c on s.kind = 'COUPON' and c.id = s.offer_id
    left join products p on s.kind <> 'COUPON' and p.id = coalesce(b.bump_product_id, u.upsell_product_id, s.offer_id) and p.owner_id = $1
   order by s.cents desc, s.offer_id`);

const selectProducts = statement("analytics_select_products")<Taken, Values>(`
  with ${daysOfParts("$2", "$3")},
  ${freshSales},
  counted as (
    select k.product_id, k.orders, k.paid_cents, k.refunded_cents
      from ${keptDays("sales_days")}
    union all
    select product_id, orders, paid_cents, refunded_cents from fresh_sales),
  sums as (
    select product_id as id, sum(orders) as orders, sum(paid_cents - refunded_cents) as cents
      from counted where $4::uuid is null or product_id = $4 group by 1)
  select id, 'PRODUCT' as type, coalesce(p.title, 'Removed product') as name, p.id as "productId", p.title as "productName",
         s.cents::float8 as revenue, sum(s.orders) over ()::int as "totalOffered", s.orders::int as "totalAccepted"
    from sums s left join products p using (id)
   where s.orders > 0 or s.cents <> 0
   order by revenue desc, id`);
