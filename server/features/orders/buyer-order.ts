import type { FastifyRequest } from "fastify";
import type { BuyerOrder } from "#contract/orders.ts";
import { BadRequest, NotFound } from "#server/errors.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement } from "#server/database/hot-statement.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import type { Services } from "#server/services.ts";

/**
 * An order as its buyer sees it. `customerEmail` must be there and must be the order's, but opens nothing: the request
 * has to prove the order. Throws 400 without an address, and the same 404 for unknown, another's and unproven.
 */
export async function getBuyerOrder(
  services: Services,
  request: FastifyRequest,
  paymentIntentId: string,
  customerEmail: string | undefined,
): Promise<BuyerOrder> {
  if (!customerEmail)
    throw BadRequest("Customer email verification required for order access", "EMAIL_REQUIRED");
  const proven = await findProvenOrder(services, request, { paymentIntentId });
  if (!proven || proven.email !== customerEmail.trim().toLowerCase()) throw NotFound("Order not found");
  const [order] = await selectOrder(services.pool, proven.id);
  if (!order) throw NotFound("Order not found");
  return { ...order.json, order: { ...order.json.order, createdAt: new Date(order.json.order.createdAt) } };
}

/** As JSON leaves the database: moments are text. */
type OrderJson = Omit<BuyerOrder, "order"> & {
  order: Omit<BuyerOrder["order"], "createdAt"> & { createdAt: string };
};

const product = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'title', ${alias}.title, 'description', ${alias}.description, 'type', ${alias}.type, 'slug', ${alias}.slug,
     'priceCents', ${alias}.price_cents, 'digitalFileName', ${alias}.digital_file_name, 'digitalFileSize', ${alias}.digital_file_size,
     'maxDownloads', ${alias}.max_downloads)`;

const selectOrder = hotStatement<{ json: OrderJson }, [orderId: string]>(
  "orders_select_buyer_order",
  `select json_build_object(
      'order', json_build_object('id', o.id, 'createdAt', o.created_at, 'status', o.status, 'totalCents', o.total_cents, 'currency', o.currency),
      'product', ${product("p")},
      'creator', json_build_object('handle', u.handle, 'email', u.email, 'name', ${creatorName("u")}),
      'customer', json_build_object('id', c.id, 'email', c.email),
      'orderItems', (select json_agg(json_build_object('id', i.id, 'itemType', i.item_type, 'product', ${product("ip")},
                        'deliveryNote', ip.delivery_note,
                        'totalPriceCents', i.total_price_cents, 'discountCents', i.discount_cents) order by
                        i.item_type <> 'MAIN', i.item_type <> 'ORDER_BUMP', i.created_at, i.id)
                       from order_items i join products ip on ip.id = i.product_id where i.order_id = o.id)) as json
     from orders o join products p on p.id = o.product_id join users u on u.id = o.owner_id join customers c on c.id = o.customer_id
    where o.id = $1`,
);
