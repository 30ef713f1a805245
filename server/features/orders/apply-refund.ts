import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { reverseCommissions } from "#server/features/affiliates/commission-corrections.ts";
import { giveBackCoupon } from "#server/features/coupons/use-coupon.ts";
import { addOrderEvent } from "./order-events.ts";
import type { RefundRow } from "./refund-rows.ts";

/**
 * Everything that a refund which succeeded causes, under its order's lock. A line that was given back whole is closed
 * (unless the creator chose otherwise) and put back in stock (if they chose so); an order of which nothing is left is
 * REFUNDED. Memberships stay as their subscription says, unless the refund is one that ends them: a refund that fails has
 * ended nothing.
 */
export async function applyRefund(client: pg.PoolClient, refund: RefundRow, now: Date): Promise<void> {
  const { id, orderId, orderItemId, orderPaymentId, amountCents } = refund;
  await settleRefund(client, id, now);
  const [line] = await addToLine(client, orderItemId, amountCents);
  await addToPayment(client, orderPaymentId, amountCents);
  const [order] = await addToOrder(client, orderId, amountCents, now);
  const lineIsWhole = line?.isWhole === true;
  const orderIsWhole = order?.isWhole === true;
  if (lineIsWhole && refund.revokesAccess) await closeLines(client, orderId, orderItemId, orderIsWhole, now);
  if (refund.endsMembership) await endMembership(client, orderId, now);
  if (lineIsWhole && refund.restocks) await restock(client, orderItemId, now);
  if (refund.disputeId === null)
    await addOrderEvent(client, orderId, orderIsWhole ? "REFUNDED" : "PARTLY_REFUNDED", now, {
      title: refund.title,
      amountCents,
      reason: refund.reason,
      // Somebody made it at the provider's own dashboard.
      outside: refund.providerRefundId !== null && refund.providerRefundId === refund.requestKey,
    });
  await reverseCommissions(client, { orderItemId, refundId: id, now });
  if (orderIsWhole) await giveBackCoupon(client, orderId);
}

const settleRefund = statement("orders_settle_refund")<never, [refundId: string, now: Date]>(
  "update refunds set status = 'SUCCEEDED', settled_at = $2 where id = $1",
);

const addToLine = statement("orders_refund_of_line")<
  { isWhole: boolean },
  [orderItemId: string, amountCents: number]
>(
  `update order_items set refunded_cents = refunded_cents + $2 where id = $1
   returning refunded_cents = total_price_cents as "isWhole"`,
);

const addToPayment = statement("orders_refund_of_payment")<
  never,
  [orderPaymentId: string, amountCents: number]
>("update order_payments set refunded_cents = refunded_cents + $2 where id = $1");

const addToOrder = statement("orders_refund_of_order")<
  { isWhole: boolean },
  [orderId: string, amountCents: number, now: Date]
>(
  `update orders set refunded_cents = refunded_cents + $2, updated_at = $3,
          status = case when refunded_cents + $2 = total_cents then 'REFUNDED' else status end
    where id = $1 returning refunded_cents = total_cents as "isWhole"`,
);

/** With the last paid line go those that cost nothing, and with the last paid part of a bundle its own line and its free parts. */
const closeLines = statement("orders_close_lines")<
  never,
  [orderId: string, orderItemId: string, withFreeLines: boolean, now: Date]
>(
  `with parts_gone as (
     select from order_items part where part.id = $2 and part.item_type = 'PART' and not exists (
       select from order_items other
        where other.order_id = $1 and other.item_type = 'PART' and other.refunded_cents < other.total_price_cents)),
   closed as (
     update access set revoked_at = $4 from order_items i
      where i.id = access.order_item_id and i.order_id = $1 and (i.id = $2 or i.total_price_cents = 0 and ($3 or i.item_type in ('MAIN', 'PART') and exists (select from parts_gone)))
        and access.revoked_at is null and access.subscription_id is null
     returning access.order_item_id)
   update digital_downloads set is_active = false from closed where digital_downloads.order_item_id = closed.order_item_id`,
);

/**
 * What the membership of an order opened is closed, by whichever bill, and its job ends it at the provider. What has ended
 * already stays as it is.
 */
const endMembership = statement("orders_end_membership")<never, [orderId: string, now: Date]>(
  `with ending as (
     select s.id, s.provider_subscription_id as provider_id from orders o join subscriptions s on s.id = o.subscription_id where o.id = $1),
   closed as (
     update access set revoked_at = $2 from ending where access.subscription_id = ending.id and access.revoked_at is null)
   insert into job_outbox (name, data)
   select 'end-membership', jsonb_build_object('providerSubscriptionId', provider_id) from ending`,
);

const restock = statement("orders_restock_line")<never, [orderItemId: string, now: Date]>(
  `with line as (
     update order_items set restocked_at = $2 where id = $1 and restocked_at is null returning product_id, quantity)
   update products set inventory_quantity = inventory_quantity + line.quantity from line
    where products.id = line.product_id and products.track_inventory`,
);
