import type { FastifyRequest } from "fastify";
import type { getMyRefund } from "#contract/orders/refund-requests.ts";
import { hotStatement } from "#server/database/statement.ts";
import { orderReference } from "#server/features/access/can-see.ts";
import { orderProofs, provenOrders } from "#server/features/access/proven-orders.ts";
import type { Services } from "#server/services.ts";
import type { z } from "zod";
import {
  dateOf,
  newestRequest,
  refundedAt,
  type RefundRequestJson,
  requestOf,
} from "./refund-request-json.ts";

type MyRefund = z.output<(typeof getMyRefund)["schema"]["response"][200]>;

/**
 * What became of the money of a product, for whoever proves an order of it: the newest line of which something was asked
 * back or given back. Nobody else learns that there is such an order.
 */
export async function findMyRefund(
  services: Services,
  request: FastifyRequest,
  productId: string,
): Promise<MyRefund> {
  const { browserHash, buyerTokenHashes, receiptOrderId } = orderProofs(services, request);
  const [row] = await selectRefund(
    services.pool,
    productId,
    browserHash,
    buyerTokenHashes,
    receiptOrderId,
    services.clock.now(),
  );
  if (!row) return { refund: null };
  const { orderId, paymentIntentId, refundedAt, ...refund } = row.json;
  return {
    refund: {
      ...refund,
      reference: orderReference({ id: orderId, paymentIntentId }),
      refundedAt: dateOf(refundedAt),
      request: refund.request && requestOf(refund.request),
    },
  };
}

type Json = {
  orderId: string;
  paymentIntentId: string | null;
  email: string;
  currency: string;
  totalPriceCents: number;
  refundedCents: number;
  refundedAt: string | null;
  request: RefundRequestJson | null;
};

const selectRefund = hotStatement("orders_select_my_refund")<
  { json: Json },
  [
    productId: string,
    browserHash: string | null,
    buyerTokenHashes: string[],
    receiptOrderId: string | null,
    now: Date,
  ]
>(`with proven as (${provenOrders({ browserHash: "$2", buyerTokenHashes: "$3", receiptOrderId: "$4", now: "$5" })})
   select json_build_object('orderId', o.id, 'paymentIntentId', o.payment_intent_id, 'email', c.email, 'currency', o.currency,
            'totalPriceCents', i.total_price_cents, 'refundedCents', i.refunded_cents, 'refundedAt', ${refundedAt("i")},
            'request', ${newestRequest("i")}) as json
     from proven p join orders o on o.id = p.order_id join order_items i on i.order_id = o.id join customers c on c.id = o.customer_id
    where i.product_id = $1 and c.erased_at is null and o.status in ('PAID', 'REFUNDED')
      and (i.refunded_cents > 0 or exists (select from refund_requests r where r.order_item_id = i.id and r.status <> 'WITHDRAWN'))
    order by o.paid_at desc, i.id limit 1`);
