import type { AnalyticsFigure, FigureRow } from "#contract/analytics/analytics.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { type Asked, countedRange, type Needs } from "./counted-range.ts";
import { isRefundOf, isSale } from "./sales-figures.ts";

type Row = FigureRow & Placed;
type Values = [
  ownerId: string,
  from: Date,
  to: Date,
  productId: string | null,
  beforeMicros: string,
  beforeId: string,
  number: number,
];

const perPage = 50;
/** A page of the rows that a figure is the sum of, the newest first. */
export async function listAnalyticsRows(
  needs: Needs,
  ownerId: string,
  { figure, cursor, ...asked }: Asked & { figure: AnalyticsFigure; cursor?: string | undefined },
): Promise<{ rows: FigureRow[]; nextCursor: string | null }> {
  const { from, to } = await countedRange(needs, ownerId, asked);
  const rows = await selectOf[figure](
    needs.pool,
    ownerId,
    from,
    to,
    asked.productId ?? null,
    ...placeOf(cursor),
    perPage + 1,
  );
  const { shown, nextCursor } = cutPage(rows, perPage);
  return { rows: shown, nextCursor };
}

/** A page of what is left of a list before a place in it. */
const page = (at: string, id: string) => `
       and ${at} >= $2::timestamptz and ${at} < $3::timestamptz
       and ${comesAfter(at, id, ["$5", "$6"])}
     order by ${at} desc, ${id} desc limit $7`;
const placed = `id, at, kind, title, "orderId", (select n.number from order_numbers n where n.order_id = "orderId") as "orderNumber", cents,
       ${placeMicros("at")} as "placeMicros"`;

const orderRows = `
    select o.id, o.created_at as at, 'ORDER' as kind, o.product_id, o.id as "orderId", o.total_cents::float8 as cents
      from orders o where ${isSale("o", "$4")} ${page("o.created_at", "o.id")}`;

const refundRows = (items: string) => `
    select r.id, r.settled_at as at, case when r.dispute_id is null then 'REFUND' else 'DISPUTE' end as kind,
           i.product_id, r.order_id as "orderId", -r.amount_cents::float8 as cents
      from refunds r left join order_items i on i.id = r.order_item_id
     where ${isRefundOf("r", "$4")} ${items} ${page("r.settled_at", "r.id")}`;

// A line belongs to the moment of its order: so it is listed, and found, by that.
const lineRows = (type: string) => `
    select i.id, o.created_at as at, i.item_type as kind, i.product_id, o.id as "orderId", i.total_price_cents::float8 as cents
      from orders o join order_items i on i.order_id = o.id and i.item_type = '${type}'
     where ${isSale("o", "$4")} ${page("o.created_at", "i.id")}`;

const couponRows = `
    select o.id, o.created_at as at, 'COUPON' as kind, o.product_id, o.id as "orderId",
           (select coalesce(sum(i.discount_cents), 0) from order_items i where i.order_id = o.id and i.discount_source = 'COUPON')::float8 as cents
      from orders o where o.owner_id = $1 and o.status = 'PAID' and o.coupon_code is not null and ($4::uuid is null or o.product_id = $4)
           ${page("o.created_at", "o.id")}`;

const named = (rows: string[]) => `
  with rows as (${rows.map((part) => `(${part})`).join(" union all ")})
  select ${placed} from (
    select rows.id, at, kind, coalesce(p.title, 'Order') as title, "orderId", cents
      from rows left join products p on p.id = rows.product_id
     order by at desc, rows.id desc limit $7) as newest
   order by at desc, id desc`;

const selectOf: Record<AnalyticsFigure, (pool: Services["pool"], ...values: Values) => Promise<Row[]>> = {
  revenue: statement("analytics_revenue_rows")<Row, Values>(named([orderRows, refundRows("")])),
  orders: statement("analytics_order_rows")<Row, Values>(named([orderRows])),
  bumps: statement("analytics_bump_rows")<Row, Values>(
    named([lineRows("ORDER_BUMP"), refundRows("and i.item_type = 'ORDER_BUMP'")]),
  ),
  upsells: statement("analytics_upsell_rows")<Row, Values>(
    named([lineRows("UPSELL"), refundRows("and i.item_type = 'UPSELL'")]),
  ),
  coupons: statement("analytics_coupon_rows")<Row, Values>(named([couponRows])),
};
