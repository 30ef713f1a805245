import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";

/**
 * Ends an undecided offer and gives its stock back; an accepted one stays. `isUnpaid` says that no payment of it was taken or
 * can be. Without it an offer stays open whose charge was begun and not heard of: it may have been paid.
 * Locked first: an ACCEPT that was holding stock at this moment is seen by the statement after the lock.
 */
export async function closeUpsell(
  client: pg.PoolClient,
  { orderId, upsellId, isUnpaid, now }: { orderId: string; upsellId: string; isUnpaid: boolean; now: Date },
): Promise<void> {
  await lockOffer(client, orderId, upsellId);
  await closeOffer(client, orderId, upsellId, now, isUnpaid);
}

const lockOffer = hotStatement("upsell_lock_offer")<never, [orderId: string, upsellId: string]>(
  "select from upsell_offers where order_id = $1 and upsell_id = $2 for update",
);

const closeOffer = hotStatement("upsell_close_offer")<
  never,
  [orderId: string, upsellId: string, now: Date, isUnpaid: boolean]
>(`with closed as (
     update upsell_offers set decision = 'DECLINED', decided_at = $3
      where order_id = $1 and upsell_id = $2 and decision is null
        and ($4 or coalesce(amount_cents, 0) = 0)
      returning upsell_id),
   stock as (
     update stock_holds h set state = 'RELEASED', network = null
       from closed join upsells u on u.id = closed.upsell_id, orders o
      where o.id = $1 and h.checkout_session_id = o.checkout_session_id and h.product_id = u.upsell_product_id and h.state = 'HELD'
     returning h.product_id, h.quantity)
   update products p set inventory_quantity = p.inventory_quantity + s.quantity from stock s where p.id = s.product_id`);
