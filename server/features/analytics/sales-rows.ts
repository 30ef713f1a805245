import { statement } from "#server/database/statement.ts";
import { pageOf, type PlacedRow, placedRows, type RowValues } from "./rows-page.ts";
import { isRefundOf, isSale } from "./sales-figures.ts";

const orderRows = `
    select o.id, o.created_at as at, 'ORDER' as kind, o.product_id, o.id as "orderId", o.total_cents::float8 as cents
      from orders o where ${isSale("o", "$4")} ${pageOf("o.created_at", "o.id")}`;

const refundRows = (items: string) => `
    select r.id, r.settled_at as at, case when r.dispute_id is null then 'REFUND' else 'DISPUTE' end as kind,
           i.product_id, r.order_id as "orderId", -r.amount_cents::float8 as cents
      from refunds r left join order_items i on i.id = r.order_item_id
     where ${isRefundOf("r", "$4")} ${items} ${pageOf("r.settled_at", "r.id")}`;

// A line belongs to the moment of its order: so it is listed, and found, by that.
const lineRows = (type: string) => `
    select i.id, o.created_at as at, i.item_type as kind, i.product_id, o.id as "orderId", i.total_price_cents::float8 as cents
      from orders o join order_items i on i.order_id = o.id and i.item_type = '${type}'
     where ${isSale("o", "$4")} ${pageOf("o.created_at", "i.id")}`;

const couponRows = `
    select o.id, o.created_at as at, 'COUPON' as kind, o.product_id, o.id as "orderId",
           (select coalesce(sum(i.discount_cents), 0) from order_items i where i.order_id = o.id and i.discount_source = 'COUPON')::float8 as cents
      from orders o where o.owner_id = $1 and o.status = 'PAID' and o.coupon_code is not null and ($4::uuid is null or o.product_id = $4)
           ${pageOf("o.created_at", "o.id")}`;

const named = (rows: string[]) => `
  with rows as (${rows.map((part) => `(${part})`).join(" union all ")})
  ${placedRows(`
    select rows.id, at, kind, coalesce(p.title, 'Order') as title, "orderId", cents
      from rows left join products p on p.id = rows.product_id
     order by at desc, rows.id desc limit $7`)}`;

export const selectRevenueRows = statement("analytics_revenue_rows")<PlacedRow, RowValues>(
  named([orderRows, refundRows("")]),
);
export const selectOrderRows = statement("analytics_order_rows")<PlacedRow, RowValues>(named([orderRows]));
export const selectBumpRows = statement("analytics_bump_rows")<PlacedRow, RowValues>(
  named([lineRows("ORDER_BUMP"), refundRows("and i.item_type = 'ORDER_BUMP'")]),
);
export const selectUpsellRows = statement("analytics_upsell_rows")<PlacedRow, RowValues>(
  named([lineRows("UPSELL"), refundRows("and i.item_type = 'UPSELL'")]),
);
export const selectCouponRows = statement("analytics_coupon_rows")<PlacedRow, RowValues>(named([couponRows]));
