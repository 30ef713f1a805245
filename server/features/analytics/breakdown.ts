import { type BreakdownRest, type BreakdownRow, mostBreakdownRows } from "#contract/analytics/analytics.ts";
import type { CountedRange } from "#contract/analytics/period.ts";
import { statement } from "#server/database/statement.ts";
import { type Asked, countedRange, type Needs } from "./counted-range.ts";
import { boundedTimes } from "./bounded-times.ts";
import { daysOfParts, keptDays } from "./days-of-parts.ts";
import { averageOf, percentOf } from "./rates.ts";
import { freshOffers, freshSales, saleOrders } from "./sales-of-pieces.ts";

/** What was taken, in cents and in orders, with its name as it is today. */
type Taken = {
  type: BreakdownRow["type"];
  id: string;
  name: string;
  productId: string | null;
  productName: string | null;
  revenue: number;
  offered: number;
  taken: number;
  /** Of a product: its orders that a checkout led to. */
  checkouts: number;
};
type List = { rows: BreakdownRow[]; rest: BreakdownRest | null };

/** What each product, bump, upsell and coupon brought in a period, best first. */
export async function getAnalyticsBreakdown(needs: Needs, ownerId: string, asked: Asked) {
  const { range, from, to } = await countedRange(needs, ownerId, asked);
  const taken = await countTaken(needs, ownerId, from, to, asked.productId);
  const of = (type: Taken["type"]) => taken.filter((row) => row.type === type);
  const sold = of("PRODUCT");
  const [orders, checkouts] = [sumOf(sold, "taken"), sumOf(sold, "checkouts")];
  const offeredOrTaken = (row: Taken) => Math.max(row.offered, row.taken);
  const products = listed(
    sold.filter((row) => row.taken > 0 || row.revenue !== 0),
    () => orders,
  );
  const bumps = listed(of("ORDER_BUMP"), offeredOrTaken);
  const upsells = listed(of("UPSELL"), offeredOrTaken);
  // A coupon is compared with all orders that a checkout led to.
  const coupons = listed(of("COUPON"), () => checkouts);
  return {
    range: range satisfies CountedRange,
    bumps: bumps.rows,
    upsells: upsells.rows,
    coupons: coupons.rows,
    products: products.rows,
    rest: { bumps: bumps.rest, upsells: upsells.rest, coupons: coupons.rest, products: products.rest },
  };
}

const sumOf = (rows: Taken[], figure: "revenue" | "taken" | "checkouts") =>
  rows.reduce((sum, row) => sum + row[figure], 0);

function listed(taken: Taken[], offeredOf: (row: Taken) => number): List {
  const rows = taken.slice(0, mostBreakdownRows).map((row) => {
    const { type, id, name, revenue, taken: totalAccepted, productId, productName } = row;
    const totalOffered = offeredOf(row);
    return {
      type,
      id,
      name,
      revenue,
      totalOffered,
      totalAccepted,
      conversionRate: percentOf(totalAccepted, totalOffered),
      avgValue: averageOf(revenue, totalAccepted),
      ...(productId !== null && productName !== null && { productId, productName }),
    };
  });
  const others = taken.slice(mostBreakdownRows);
  const rest = {
    rows: others.length,
    revenue: sumOf(others, "revenue"),
    totalAccepted: sumOf(others, "taken"),
  };
  return { rows, rest: others.length === 0 ? null : rest };
}

/** All that was taken in a time, best first. */
async function countTaken(
  { pool }: Needs,
  ownerId: string,
  from: Date,
  to: Date,
  productId: string | undefined,
): Promise<Taken[]> {
  const sums = new Map<string, Taken>();
  for (const time of await boundedTimes(pool, ownerId, [from], to)) {
    const rows = await selectTaken(pool, ownerId, time.starts, time.to, productId ?? null);
    for (const { kind, id, ...row } of rows) {
      if (id === null) continue;
      const known = sums.get(`${kind} ${id}`);
      sums.set(`${kind} ${id}`, {
        ...row,
        id,
        type: kind,
        revenue: row.revenue + (known?.revenue ?? 0),
        offered: row.offered + (known?.offered ?? 0),
        taken: row.taken + (known?.taken ?? 0),
        checkouts: row.checkouts + (known?.checkouts ?? 0),
      });
    }
  }
  return [...sums.values()].toSorted((a, b) => b.revenue - a.revenue || (a.id < b.id ? -1 : 1));
}

// What is kept is added up by itself first: PostgreSQL knows how few products and offers it is of, and sorts no year of rows. What
// is there no more has the name it had, or says that it is gone.
const selectTaken = statement("analytics_select_taken")<
  Omit<Taken, "type" | "id"> & { kind: Taken["type"]; id: string | null },
  [ownerId: string, starts: Date[], to: Date, productId: string | null]
>(`
  with ${daysOfParts("$2", "$3")},
  ${saleOrders},
  ${freshSales},
  ${freshOffers},
  counted (kind, id, product_id, offered, taken, checkouts, cents) as (
    select 'PRODUCT', k.product_id, k.product_id, 0, sum(k.orders), sum(k.orders - k.renewals), sum(k.paid_cents - k.refunded_cents)
      from ${keptDays("sales_days")} group by 2
    union all
    select 'PRODUCT', product_id, product_id, 0, orders, orders - renewals, paid_cents - refunded_cents from fresh_sales
    union all
    select k.kind, k.offer_id, k.product_id, sum(k.offered), sum(k.taken), 0, sum(k.cents)
      from ${keptDays("offer_days")} group by 1, 2, 3
    union all
    select kind, offer_id, product_id, offered, taken, 0, cents from fresh_offers),
  sums as (
    select kind, id, sum(offered) as offered, sum(taken) as taken, sum(checkouts) as checkouts, sum(cents) as cents
      from counted where $4::uuid is null or product_id = $4 group by 1, 2)
  select s.kind, s.id, coalesce(b.title, u.title, c.code, p.title, (select o.coupon_code from orders o where o.coupon_id = s.id limit 1),
           case s.kind when 'PRODUCT' then 'Removed product' when 'COUPON' then 'Removed coupon' else 'Removed offer' end) as name,
         p.id as "productId", p.title as "productName", s.cents::float8 as revenue, s.offered::int as offered, s.taken::int as taken,
         s.checkouts::int as checkouts
    from sums s
    left join order_bumps b on s.kind = 'ORDER_BUMP' and b.id = s.id and b.owner_id = $1
    left join upsells u on s.kind = 'UPSELL' and u.id = s.id and u.owner_id = $1
    left join coupons c on s.kind = 'COUPON' and c.id = s.id
    left join products p on s.kind <> 'COUPON' and p.id = coalesce(b.bump_product_id, u.upsell_product_id, s.id) and p.owner_id = $1`);
