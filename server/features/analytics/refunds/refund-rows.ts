import { statement } from "#server/database/statement.ts";
import { pageOf, type PlacedRow, placedRows, type RowValues } from "#server/features/analytics/rows-page.ts";
import { isRefundOf } from "#server/features/analytics/sales-figures.ts";
import { isDisputeOf, isWithdrawalOf } from "./returned-money.ts";

const orderTitle = (order: string) =>
  `coalesce((select p.title from orders o join products p on p.id = o.product_id where o.id = ${order}), 'Order')`;

const returnedRows = (kind: string, condition: string) =>
  placedRows(`
    select r.id, r.settled_at as at, '${kind}' as kind,
           coalesce((select p.title from order_items i join products p on p.id = i.product_id where i.id = r.order_item_id), 'Order') as title,
           r.order_id as "orderId", r.amount_cents::float8 as cents
      from refunds r where ${isRefundOf("r", "$4")} and ${condition} ${pageOf("r.settled_at", "r.id")}`);

/** What was given back, line by line. */
export const selectRefundRows = statement("analytics_refund_rows")<PlacedRow, RowValues>(
  returnedRows("REFUND", "r.dispute_id is null"),
);

/** What lost disputes took, line by line. */
export const selectLostRows = statement("analytics_lost_dispute_rows")<PlacedRow, RowValues>(
  returnedRows("DISPUTE", "r.dispute_id is not null"),
);

/** Disputes by when they were opened, as they stand now. */
export const selectDisputeRows = statement("analytics_dispute_rows")<PlacedRow, RowValues>(
  placedRows(`
    select d.id, d.created_at as at, case d.status when 'OPEN' then 'DISPUTE_OPEN' when 'LOST' then 'DISPUTE_LOST' else 'DISPUTE_WON' end as kind,
           ${orderTitle("d.order_id")} || case when d.reason <> '' then ', ' || replace(d.reason, '_', ' ') else '' end as title,
           d.order_id as "orderId", d.amount_cents::float8 as cents
      from disputes d where ${isDisputeOf("d", "$4")} ${pageOf("d.created_at", "d.id")}`),
);

/** Withdrawals from a contract by when they were stated. */
export const selectWithdrawalRows = statement("analytics_withdrawal_rows")<PlacedRow, RowValues>(
  placedRows(`
    select w.id, w.created_at as at, 'WITHDRAWAL' as kind, w.name || ', ' || ${orderTitle("w.order_id")} as title, w.order_id as "orderId", null::float8 as cents
      from withdrawals w where ${isWithdrawalOf("w", "$4")} ${pageOf("w.created_at", "w.id")}`),
);
