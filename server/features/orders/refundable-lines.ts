import { inLineOrder } from "#server/database/line-order.ts";
import { hotStatement } from "#server/database/statement.ts";

/** A line of an order, and what of it can still be given back. */
export type RefundableLine = {
  id: string;
  title: string;
  orderPaymentId: string | null;
  paymentIntentId: string | null;
  /** Not yet given back, and not on its way. In cents. */
  leftCents: number;
  /** On its way back. */
  pendingCents: number;
  /** The buyer's bank holds the money of its payment. */
  disputed: boolean;
  /** Goes back in stock with a full refund, unless told otherwise: tracked, shipped to the buyer, and not yet sent. */
  restocksByDefault: boolean;
  tracksInventory: boolean;
};

/** The lines of an order, the main one first. Under the order's lock they stay as they are read. */
export const listRefundableLines = hotStatement("orders_refundable_lines")<
  RefundableLine,
  [orderId: string]
>(`select i.id, p.title, i.order_payment_id as "orderPaymentId", pay.payment_intent_id as "paymentIntentId",
          i.total_price_cents - i.refunded_cents - coalesce(open.cents, 0) as "leftCents", coalesce(open.cents, 0) as "pendingCents",
          exists (select from disputes d where d.order_payment_id = i.order_payment_id and d.status = 'OPEN' and not d.is_inquiry) as disputed,
          p.track_inventory and p.requires_shipping and i.shipped_at is null as "restocksByDefault",
          p.track_inventory as "tracksInventory"
     from order_items i
     join products p on p.id = i.product_id
     left join order_payments pay on pay.id = i.order_payment_id and pay.status = 'SUCCEEDED'
     left join lateral (select sum(r.amount_cents)::int as cents from refunds r
                         where r.order_item_id = i.id and r.status = 'PENDING') open on true
    where i.order_id = $1
    order by ${inLineOrder("i")}`);

/**
 * How an amount that came back at the provider falls on the lines of its payment: the main line first. What is on its way
 * back for a line is left to it while others have enough. In cents; the sum is less than asked where the lines hold less.
 */
export function spreadOverLines(
  lines: readonly Pick<RefundableLine, "id" | "leftCents" | "pendingCents">[],
  amountCents: number,
): { id: string; amountCents: number }[] {
  let rest = amountCents;
  const shares = lines.map(({ id, leftCents }) => ({ id, amountCents: take(leftCents) }));
  for (const [position, { pendingCents }] of lines.entries()) {
    const share = shares[position];
    if (share) share.amountCents += take(pendingCents);
  }
  return shares.filter((share) => share.amountCents > 0);

  function take(most: number) {
    const taken = Math.min(rest, Math.max(0, most));
    rest -= taken;
    return taken;
  }
}
