import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { reverseCommissions } from "#server/features/affiliates/commission-corrections.ts";
import type { RefundRow } from "./refund-rows.ts";

/**
 * Takes back what a refund caused that had succeeded and then failed at the bank, or was a dispute that was won after
 * all: sums, access and commission. Stock stays, since no thing has moved, and so does a coupon's use, which may be
 * another's by now. Under the order's lock; the caller then writes the refund's new state.
 */
export async function undoRefund(client: pg.PoolClient, refund: RefundRow, now: Date): Promise<void> {
  const { id, orderId, orderItemId, orderPaymentId, amountCents } = refund;
  await takeFromLine(client, orderItemId, amountCents);
  await takeFromPayment(client, orderPaymentId, amountCents);
  await takeFromOrder(client, orderId, amountCents);
  await openLines(client, orderId);
  if (refund.endsMembership) await openMembership(client, id, orderId);
  await reverseCommissions(client, { orderItemId, refundId: id, now });
}

const takeFromLine = statement("orders_undo_refund_of_line")<
  never,
  [orderItemId: string, amountCents: number]
>("update order_items set refunded_cents = refunded_cents - $2 where id = $1");

const takeFromPayment = statement("orders_undo_refund_of_payment")<
  never,
  [orderPaymentId: string, amountCents: number]
>("update order_payments set refunded_cents = refunded_cents - $2 where id = $1");

const takeFromOrder = statement("orders_undo_refund_of_order")<never, [orderId: string, amountCents: number]>(
  `update orders set refunded_cents = refunded_cents - $2, status = case when status = 'REFUNDED' then 'PAID' else status end
    where id = $1`,
);

/**
 * What a refund closed carries its moment; what the creator closed by hand stays closed, and so does what costs nothing of a
 * bundle of which nothing is paid any more.
 */
const openLines = statement("orders_open_lines")<never, [orderId: string]>(
  `with bundle_gone as (
     select from order_items part where part.order_id = $1 and part.item_type = 'PART' and part.total_price_cents > 0
     having bool_and(part.refunded_cents = part.total_price_cents)),
   opened as (
     update access set revoked_at = null from order_items i
      where i.id = access.order_item_id and i.order_id = $1
        and (i.total_price_cents = 0 and not (i.item_type in ('MAIN', 'PART') and exists (select from bundle_gone))
          or i.refunded_cents < i.total_price_cents)
        and access.revoked_at in (select settled_at from refunds where order_id = $1 and settled_at is not null)
     returning access.order_item_id)
   update digital_downloads set is_active = true from opened where digital_downloads.order_item_id = opened.order_item_id`,
);

/** The membership has ended, and bills nothing more; but what its member goes on having paid for is theirs to its end. */
const openMembership = statement("orders_open_membership")<never, [refundId: string, orderId: string]>(
  `update access set revoked_at = null from orders o, refunds r
    where o.id = $2 and r.id = $1 and access.subscription_id = o.subscription_id and access.revoked_at = r.settled_at`,
);
