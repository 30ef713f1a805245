import type { FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/hot-statement.ts";
import { isToken, sameText } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
import { buyerProofs } from "./buyer-proofs.ts";
import { type ProvenOrder, receiptToken } from "./can-see.ts";
import { accessIsOpen } from "./open-access.ts";

/** A paid order that opens a product, and how the caller proved it. */
export type ProvenPurchase = { orderId: string; customerId: string; proof: ProvenOrder["proof"] };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The gate of what a product opens: a purchase that this request proves, by the same three proofs as an order, else
 * undefined. The receipt's token needs its order's id in `X-Order-Id`; a bearer token works like the buyer's cookie.
 * `email` only narrows to that buyer's purchases. Disputes and revoked access are read anew each time (a refund revokes,
 * unless the creator chose to leave it open), and so is whether a membership still runs; a product that is no longer on
 * sale stays open.
 */
export async function canSeeProduct(
  { config, clock, pool, secret }: Services,
  request: FastifyRequest,
  { productId, email }: { productId: string; email?: string | undefined },
): Promise<ProvenPurchase | undefined> {
  if (!uuid.test(productId)) return undefined;
  const { browserHash, buyerTokenHashes } = buyerProofs(config, request);
  const [purchase] = await selectPurchase(
    pool,
    productId,
    email?.trim().toLowerCase() ?? null,
    browserHash,
    buyerTokenHashes,
    receiptOrderOf(secret, request) ?? null,
    clock.now(),
  );
  return purchase;
}

/** The order whose receipt token the request shows. */
function receiptOrderOf(secret: string, request: FastifyRequest): string | undefined {
  const { "x-order-id": orderId, "x-order-proof": token } = request.headers;
  if (typeof orderId !== "string" || !uuid.test(orderId) || !isToken(token)) return undefined;
  return sameText(token, receiptToken(secret, orderId.toLowerCase())) ? orderId : undefined;
}

const selectPurchase = hotStatement<
  ProvenPurchase,
  [
    productId: string,
    email: string | null,
    browserHash: string | null,
    buyerTokenHashes: string[],
    receiptOrderId: string | null,
    now: Date,
  ]
>(
  "access_select_purchase",
  `with proven (order_id, rank) as (
     select b.order_id, 1 from order_browsers b
      where b.browser_hash = $3 and b.granted_at > $6::timestamptz - interval '30 days'
     union all
     select o.id, 2 from buyer_sessions s join orders o on o.customer_id = s.customer_id
      where s.token_hash = any ($4::text[]) and s.expires_at > $6
     union all
     select $5::uuid, 3 where $5::uuid is not null)
   select o.id as "orderId", o.customer_id as "customerId", (array['BROWSER', 'EMAIL', 'RECEIPT'])[p.rank] as proof
     from proven p
     join orders o on o.id = p.order_id
     join access a on a.order_id = o.id
     join customers c on c.id = o.customer_id
    where a.product_id = $1 and ${accessIsOpen("a", "$6")} and o.status in ('PAID', 'REFUNDED') and not o.disputed
      and ($2::text is null or lower(c.email) = $2)
    order by p.rank, o.paid_at desc
    limit 1`,
);
