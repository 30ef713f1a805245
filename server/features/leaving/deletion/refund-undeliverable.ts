import { statement } from "#server/database/statement.ts";
import { refundOrder } from "#server/features/orders/refund-order.ts";
import type { Services } from "#server/services.ts";

/**
 * Gives back what was paid in the minutes in which its seller left and only they could deliver: parcels, services, sessions and
 * events. Nothing of it is there before that, or the account would not be deleted.
 */
export async function refundUndeliverable(services: Services, ownerId: string): Promise<void> {
  for (const { orderId, lines } of await selectUndeliverable(services.pool, ownerId, services.clock.now()))
    await refundOrder(
      services,
      ownerId,
      orderId,
      { lines, reason: "The seller has left", revokeAccess: true, idempotencyKey: `left:${orderId}` },
      // Leaving asked for a recent sign-in; nobody is signed in here.
      { isRecent: true },
    );
}

const selectUndeliverable = statement("leaving_select_undeliverable")<
  { orderId: string; lines: { orderItemId: string; amountCents: number }[] },
  [ownerId: string, now: Date]
>(`select o.id as "orderId",
          jsonb_agg(jsonb_build_object('orderItemId', i.id, 'amountCents', i.total_price_cents - i.refunded_cents) order by i.id) as lines
     from account_deletions d join orders o on o.owner_id = d.owner_id join order_items i on i.order_id = o.id
     join products p on p.id = i.product_id
    where d.owner_id = $1 and o.paid_at >= d.begun_at and o.status = 'PAID' and not o.disputed and i.total_price_cents > i.refunded_cents
      and not exists (select from refunds r where r.order_item_id = i.id)
      and (p.requires_shipping and i.shipped_at is null
        or exists (select from work_orders w where w.order_item_id = i.id and w.state <> 'DELIVERED')
        or p.event_ends_at > $2::timestamptz
        or p.type = 'BOOKING_LINK')
    group by o.id limit 200`);
