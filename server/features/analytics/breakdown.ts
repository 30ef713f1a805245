import { type BreakdownRest, type BreakdownRow, mostBreakdownRows } from "#contract/analytics/analytics.ts";
import type { CountedRange } from "#contract/analytics/period.ts";
import { statement } from "#server/database/statement.ts";
import { type Asked, countedRange, type Needs } from "./counted-range.ts";
import { averageOf, percentOf } from "./rates.ts";
import { isRefundOf, isSale } from "./sales-figures.ts";

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
type Values = [ownerId: string, from: Date, to: Date, productId: string | null];

/** What each product, bump, upsell and coupon brought in a period, best first. */
export async function getAnalyticsBreakdown(needs: Needs, ownerId: string, asked: Asked) {
  const { range, from, to } = await countedRange(needs, ownerId, asked);
  const values: Values = [ownerId, from, to, asked.productId ?? null];
  const lists: Record<"bumps" | "upsells" | "coupons" | "products", List> = {
    bumps: listed(await selectBumps(needs.pool, ...values)),
    upsells: listed(await selectUpsells(needs.pool, ...values)),
    coupons: listed(await selectCoupons(needs.pool, ...values)),
    products: listed(await selectProducts(needs.pool, ...values)),
  };
  const { bumps, upsells, coupons, products } = lists;
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

const sales = `sales as materialized (
    select o.id, o.product_id, o.total_cents from orders o
     where ${isSale("o", "$4")} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz)`;
const isRefund = `${isRefundOf("r", "$4")} and r.settled_at >= $2::timestamptz and r.settled_at < $3::timestamptz`;
// What is not taken from an offer of today's is named by what was sold.
const offerOf = "coalesce(i.offer_id, i.product_id)";

/** SQL: what lines of a kind brought, by the offer they came from. */
const takenLines = (type: string) => `
  taken as (
    select ${offerOf} as id, count(*) as orders, sum(i.total_price_cents) as cents
      from order_items i join sales s on s.id = i.order_id
     where i.owner_id = $1 and i.created_at >= $2::timestamptz and i.item_type = '${type}' group by 1),
  returned as (
    select ${offerOf} as id, sum(r.amount_cents) as cents
      from refunds r join order_items i on i.id = r.order_item_id
     where ${isRefund} and i.item_type = '${type}' group by 1)`;

/** SQL: the figures of offers, from `taken`, `returned` and `offered`, named from a table of offers. */
const ofOffers = (type: string, table: string, product: string) => `
  select figures.id, '${type}' as type, coalesce(f.title, p.title, 'Removed offer') as name, p.id as "productId", p.title as "productName",
         figures.revenue, figures."totalOffered", figures."totalAccepted"
    from (select id, (coalesce(taken.cents, 0) - coalesce(returned.cents, 0))::float8 as revenue,
                 greatest(coalesce(offered.orders, 0), coalesce(taken.orders, 0))::int as "totalOffered",
                 coalesce(taken.orders, 0)::int as "totalAccepted"
            from taken full join returned using (id) full join offered using (id)) as figures
    left join ${table} f on f.id = figures.id and f.owner_id = $1
    left join products p on p.id = coalesce(f.${product}, figures.id) and p.owner_id = $1
   order by figures.revenue desc, figures.id`;

// A checkout takes days at most before its order is paid; a bank's own way may take weeks.
const selectBumps = statement("analytics_select_bumps")<Taken, Values>(`
  with ${sales}, ${takenLines("ORDER_BUMP")},
  offered as (
    select bump as id, count(*) as orders
      from checkout_sessions c join sales s on s.id = c.completed_order_id, unnest(c.order_bumps_offered) as bump
     where c.owner_id = $1 and c.created_at >= $2::timestamptz - interval '60 days' and c.status = 'COMPLETED' and c.order_bumps_offered <> '{}'
     group by 1)
  ${ofOffers("ORDER_BUMP", "order_bumps", "bump_product_id")}`);

const selectUpsells = statement("analytics_select_upsells")<Taken, Values>(`
  with ${sales}, ${takenLines("UPSELL")},
  offered as (
    select f.upsell_id as id, count(*) as orders from upsell_offers f join sales s on s.id = f.order_id
     where f.owner_id = $1 and f.shown_at >= $2::timestamptz group by 1)
  ${ofOffers("UPSELL", "upsells", "upsell_product_id")}`);

// An order that was given back whole has given its use back.
const selectCoupons = statement("analytics_select_coupons")<Taken, Values>(`
  with used as (
    select o.coupon_id as id, count(*) as uses, sum(o.total_cents) as cents, (array_agg(o.id))[1] as an_order
      from orders o where o.owner_id = $1 and o.status = 'PAID' and o.coupon_code is not null and o.coupon_id is not null
       and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz and ($4::uuid is null or o.product_id = $4)
     group by 1),
  returned as (
    select o.coupon_id as id, sum(r.amount_cents) as cents from refunds r join orders o on o.id = r.order_id and o.coupon_id is not null
     where ${isRefund} and o.status = 'PAID' group by 1),
  sales as (
    select count(*) as orders from orders o
     where ${isSale("o", "$4")} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz
       and (o.subscription_id is null or o.checkout_session_id is not null))
  select id, 'COUPON' as type, coalesce(c.code, (select n.coupon_code from orders n where n.id = an_order), 'Removed coupon') as name,
         null::uuid as "productId", null::text as "productName",
         (coalesce(used.cents, 0) - coalesce(returned.cents, 0))::float8 as revenue,
         sales.orders::int as "totalOffered", coalesce(used.uses, 0)::int as "totalAccepted"
    from used full join returned using (id) left join coupons c using (id), sales
   order by revenue desc, id`);

const selectProducts = statement("analytics_select_products")<Taken, Values>(`
  with ${sales},
  sold as (select product_id as id, count(*) as orders, sum(total_cents) as cents from sales group by 1),
  returned as (
    select o.product_id as id, sum(r.amount_cents) as cents from refunds r join orders o on o.id = r.order_id where ${isRefund} group by 1)
  select id, 'PRODUCT' as type, coalesce(p.title, 'Removed product') as name, p.id as "productId", p.title as "productName",
         (coalesce(sold.cents, 0) - coalesce(returned.cents, 0))::float8 as revenue,
         (select count(*) from sales)::int as "totalOffered", coalesce(sold.orders, 0)::int as "totalAccepted"
    from sold full join returned using (id) left join products p using (id)
   order by revenue desc, id`);
