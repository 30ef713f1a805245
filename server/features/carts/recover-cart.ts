import type { AbandonedCart } from "#contract/carts/carts.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getCart } from "./list-carts.ts";

/**
 * The creator says by which paid order of theirs, of the same product, a cart was bought after all. Repeated with the same
 * order it changes nothing. Throws 404 for a cart that is none of theirs, 422 for such an order, 409 for a cart that another order has recovered.
 */
export async function recoverCart(
  services: Pick<Services, "pool" | "clock" | "config">,
  ownerId: string,
  id: string,
  orderId: string,
): Promise<AbandonedCart> {
  const before = await getCart(services, ownerId, id);
  const [order] = await selectPaidOrder(services.pool, ownerId, orderId, before.productId);
  if (!order) throw Invalid({ orderId: "Choose a paid order of what was in this cart" });
  const [recovered] = await recordRecovered(services.pool, ownerId, id, orderId, services.clock.now());
  const cart = await getCart(services, ownerId, id);
  if (!recovered && cart.recoveredOrderId !== orderId)
    throw Conflict("This cart was recovered by another order");
  return cart;
}

const selectPaidOrder = statement("carts_select_paid_order")<
  { id: string },
  [ownerId: string, orderId: string, productId: string]
>(`select o.id from orders o where o.owner_id = $1 and o.id = $2 and o.status in ('PAID', 'REFUNDED')
      and exists (select from order_items i where i.order_id = o.id and i.product_id = $3)`);

const recordRecovered = statement("carts_record_recovered")<
  { id: string },
  [ownerId: string, id: string, orderId: string, now: Date]
>(`update abandoned_carts
      set outcome = 'RECOVERED', next_mail_at = null, recovered_by = 'HAND', recovered_order_id = $3, recovered_at = $4, updated_at = $4
    where owner_id = $1 and id = $2 and abandoned_at is not null and outcome is distinct from 'RECOVERED' and outcome is distinct from 'BOUGHT'
   returning id`);
