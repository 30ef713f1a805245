import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";

/**
 * Brings the commission of a line to what is left of the line, after `order_items.refunded_cents` was changed in the same
 * transaction: call it then, once for each refund and line. The line's rows that are not VOID add up to
 * floor(rate × (total − shipping − refunded)) again: what goes back is the price of the goods first, and shipping last.
 *
 * A line with nothing left makes its rows VOID while none of them is paid or part of a payout; what is paid is never
 * changed, and a negative row is set off against the next payout. A refund that fails after all is undone by the same
 * call, with the same `refundId`, once the line's refunded cents have been lowered again. Repeated calls change nothing.
 */
export async function reverseCommissions(
  client: pg.PoolClient,
  { orderItemId, refundId, now }: { orderItemId: string; refundId: string; now: Date },
): Promise<void> {
  await lockLine(client, orderItemId);
  await correctLine(client, orderItemId, refundId, now);
}

/**
 * A dispute was lost: the lines of its payment earn nothing, by the rule of a full refund; or it was won after all, and they
 * earn again, also those of which it took nothing. Call it when the dispute's row says so, in the same transaction.
 */
export async function correctDisputedCommissions(
  client: pg.PoolClient,
  { orderPaymentId, disputeId, now }: { orderPaymentId: string; disputeId: string; now: Date },
): Promise<void> {
  for (const { id } of await linesOfPayment(client, orderPaymentId)) {
    await lockLine(client, id);
    await correctLine(client, id, disputeId, now);
  }
}

/** A dispute about the order is open: what is not part of a payout yet waits for its end. */
export async function holdCommissions(client: pg.PoolClient, orderId: string): Promise<void> {
  await hold(client, orderId);
}

/** The order's last open dispute has ended, either way: what is left of its commission is free again. */
export async function releaseCommissions(client: pg.PoolClient, orderId: string): Promise<void> {
  await release(client, orderId);
}

const linesOfPayment = hotStatement("affiliates_lines_of_payment")<{ id: string }, [orderPaymentId: string]>(
  "select id from order_items where order_payment_id = $1 order by id",
);

/** One correction of a line at a time, and none while a payout takes its rows. */
const lockLine = hotStatement("affiliates_lock_line")<never, [orderItemId: string]>(
  "select from commissions where order_item_id = $1 order by id for update",
);

const correctLine = hotStatement("affiliates_correct_line")<
  never,
  [orderItemId: string, causeId: string, now: Date]
>(`with line as (
     select earned.*, item.total_price_cents - item.refunded_cents as left_cents,
            greatest(item.total_price_cents - item.shipping_cents - item.refunded_cents, 0) as goods_cents,
            exists (select from disputes where order_payment_id = item.order_payment_id and status = 'LOST') as lost
       from order_items item
       join commissions earned on earned.order_item_id = item.id and earned.refund_id is null
      where item.id = $1),
   rows as (
     select coalesce(sum(amount_cents) filter (where status <> 'VOID'), 0)::int as cents,
            bool_and(status <> 'PAID' and payout_batch_id is null) as unpaid
       from commissions where order_item_id = $1),
   aim as (
     select line.*, rows.cents, case when lost then 0 else floor(line.commission_rate * goods_cents)::int end as aim_cents,
            rows.unpaid and (lost or left_cents = 0) as all_void
       from line, rows),
   voided as (
     update commissions set status = 'VOID' from aim
      where commissions.order_item_id = $1 and aim.all_void and commissions.status <> 'VOID')
   insert into commissions (owner_id, order_id, order_item_id, affiliate_id, affiliate_link_id, amount_cents,
                            commission_rate, refund_id, held, status, payable_at, created_at)
   select owner_id, order_id, order_item_id, affiliate_id, affiliate_link_id, aim_cents - cents,
          commission_rate, $2, held, case when payable_at > $3 then 'PENDING' else 'PAYABLE' end, payable_at, $3
     from aim where not all_void and aim_cents <> cents
   on conflict (order_item_id, refund_id, (amount_cents > 0)) do nothing`);

const hold = hotStatement("affiliates_hold")<never, [orderId: string]>(`update commissions set held = true
    where order_id = $1 and status in ('PENDING', 'PAYABLE') and payout_batch_id is null`);

const release = hotStatement("affiliates_release")<never, [orderId: string]>(
  "update commissions set held = false where order_id = $1 and held",
);
