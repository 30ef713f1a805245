import type { FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { bareEmail } from "#contract/email-address.ts";
import { isUuid } from "#contract/uuid.ts";
import type { ProvenOrder } from "./can-see.ts";
import { openAccess } from "./open-access.ts";
import { orderProofs, provenOrders } from "./proven-orders.ts";

/** A paid order that opens a product, since when, and how the caller proved it. */
export type ProvenPurchase = {
  orderId: string;
  customerId: string;
  proof: ProvenOrder["proof"];
  grantedAt: Date;
};

/**
 * The gate of what a product opens: a purchase that this request proves, by the same three proofs as an order, else
 * undefined; of several the earliest, because what opens days after the purchase opens by it. `email` only narrows to that
 * buyer's purchases. Disputes and revoked access are read anew each time (a refund revokes, unless the creator chose to
 * leave it open), and so is whether a membership still runs; a product that is no longer on sale stays open.
 */
export async function canSeeProduct(
  services: Services,
  request: FastifyRequest,
  { productId, email }: { productId: string; email?: string | undefined },
): Promise<ProvenPurchase | undefined> {
  if (!isUuid(productId)) return undefined;
  const { browserHash, buyerTokenHashes, receiptOrderId } = orderProofs(services, request);
  const [purchase] = await selectPurchase(
    services.pool,
    productId,
    email === undefined ? null : bareEmail(email),
    browserHash,
    buyerTokenHashes,
    receiptOrderId,
    services.clock.now(),
  );
  return purchase;
}

/**
 * The gate's one statement, whose cost `npm run bench` compares the whole gate with. The address is asked for in a way that
 * PostgreSQL does not take for narrow: where none is given, it would start from all buyers there are.
 */
export const selectPurchase = hotStatement("access_select_purchase")<
  ProvenPurchase,
  [
    productId: string,
    email: string | null,
    browserHash: string | null,
    buyerTokenHashes: string[],
    receiptOrderId: string | null,
    now: Date,
  ]
>(`with proven as (${provenOrders({ browserHash: "$3", buyerTokenHashes: "$4", receiptOrderId: "$5", now: "$6" })})
   select a.order_id as "orderId", a.customer_id as "customerId", case p.rank when 1 then 'BROWSER' when 2 then 'EMAIL' else 'RECEIPT' end as proof,
          a.granted_at as "grantedAt"
     from proven p
     join ${openAccess("$6")} a on a.order_id = p.order_id
     join customers c on c.id = a.customer_id
    where a.product_id = $1 and coalesce(lower(c.email) = $2, true)
    order by a.granted_at, p.rank, a.order_id
    limit 1`);
