import { inLineOrder } from "#server/database/line-order.ts";
import type { itemTypes } from "#server/database/schema/orders.ts";
import { hasBegun } from "#server/features/catalog/has-content.ts";
import { sharesOf } from "./shares-of.ts";
import { hotStatement } from "#server/database/statement.ts";

/** A line of an order, and what of it can still be given back. */
export type RefundableLine = {
  id: string;
  itemType: (typeof itemTypes)[number];
  title: string;
  orderPaymentId: string | null;
  paymentIntentId: string | null;
  /** Not yet given back, and not on its way. In cents. */
  leftCents: number;
  /** On its way back. */
  pendingCents: number;
  /** The buyer's bank holds the money of its payment. */
  disputed: boolean;
  /** Goes back in stock with a full refund, unless told otherwise; see `isStillThere`. */
  restocksByDefault: boolean;
  /** It is a seat of an event: whoever keeps their access sits on it. */
  isSeat: boolean;
  tracksInventory: boolean;
};

/** SQL: whether what a line sold of a tracked product can be sold again at a moment: a parcel that was not sent, or a seat of an event to come. */
export const isStillThere = (line: string, product: string, now: string): string =>
  `(${product}.track_inventory and (${product}.requires_shipping and ${line}.shipped_at is null
     or ${product}.type = 'EVENT' and not ${hasBegun(product, now)}))`;

/** The lines of an order, the main one first. Under the order's lock they stay as they are read. */
export const listRefundableLines = hotStatement("orders_refundable_lines")<
  RefundableLine,
  [orderId: string, now: Date]
>(`select i.id, i.item_type as "itemType", p.title, i.order_payment_id as "orderPaymentId", pay.payment_intent_id as "paymentIntentId",
          i.total_price_cents - i.refunded_cents - coalesce(open.cents, 0) as "leftCents", coalesce(open.cents, 0) as "pendingCents",
          exists (select from disputes d where d.order_payment_id = i.order_payment_id and d.status = 'OPEN' and not d.is_inquiry) as disputed,
          ${isStillThere("i", "p", "$2")} as "restocksByDefault", p.type = 'EVENT' as "isSeat",
          p.track_inventory as "tracksInventory"
     from order_items i
     join products p on p.id = i.product_id
     left join order_payments pay on pay.id = i.order_payment_id and pay.status = 'SUCCEEDED'
     left join lateral (select sum(r.amount_cents)::int as cents from refunds r
                         where r.order_item_id = i.id and r.status = 'PENDING') open on true
    where i.order_id = $1
    order by ${inLineOrder("i")}`);

/**
 * How an amount that came back at the provider falls on the lines of its payment: the main line first; of a bundle, on its
 * parts by what is left of each. What is on its way
 * back for a line is left to it while others have enough. In cents; the sum is less than asked where the lines hold less.
 */
export function spreadOverLines(
  lines: readonly Pick<RefundableLine, "id" | "itemType" | "leftCents" | "pendingCents">[],
  amountCents: number,
): { id: string; amountCents: number }[] {
  let rest = amountCents;
  const parts = lines.filter(({ itemType }) => itemType === "PART");
  // All parts of a bundle stand where the first of them does.
  const groups = lines
    .filter((line) => line.itemType !== "PART" || line === parts[0])
    .map((line) => (line.itemType === "PART" ? parts : [line]));
  const shares = lines.map(({ id }) => ({ id, amountCents: 0 }));
  for (const cents of ["leftCents", "pendingCents"] as const)
    for (const group of groups) {
      const most = group.map((line) => Math.max(0, line[cents]));
      const taken = Math.min(
        rest,
        most.reduce((sum, one) => sum + one, 0),
      );
      rest -= taken;
      for (const [place, amount] of sharesOf(taken, most).entries()) {
        const share = shares.find(({ id }) => id === group[place]?.id);
        if (share && taken > 0) share.amountCents += amount;
      }
    }
  return shares.filter((share) => share.amountCents > 0);
}
