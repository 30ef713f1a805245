import type { FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { orderProofs, provenOrders } from "./proven-orders.ts";

/** The paid orders that a request proves, and whose address it proves, if any. */
export type ProvenShelf = {
  /** Null where only orders are proved: by the browser that paid for them, or by a receipt. */
  customerId: string | null;
  email: string | null;
  /** Refunded ones too. */
  orderIds: string[];
};

/**
 * What the members' room and the library go by: every order of a proved address, and those that this browser paid for or
 * whose receipt is shown, one by one. An address that was only typed at a checkout brings nothing else that it bought, nor
 * says whether there is anything. Throws 401 where neither an address nor an order is proved.
 */
export async function getProvenShelf(services: Services, request: FastifyRequest): Promise<ProvenShelf> {
  const { browserHash, buyerTokenHashes, receiptOrderId } = orderProofs(services, request);
  const [shelf] = await selectShelf(
    services.pool,
    browserHash,
    buyerTokenHashes,
    receiptOrderId,
    services.clock.now(),
  );
  if (!shelf?.email && !shelf?.orderIds.length)
    throw new HttpError(401, "PROOF_REQUIRED", "Please verify your email first.");
  return shelf;
}

/** In one statement, whose cost `npm run bench` compares the library with. */
export const selectShelf = hotStatement("access_select_shelf")<
  ProvenShelf,
  [browserHash: string | null, buyerTokenHashes: string[], receiptOrderId: string | null, now: Date]
>(`with proven as (${provenOrders({ browserHash: "$1", buyerTokenHashes: "$2", receiptOrderId: "$3", now: "$4" })})
   select buyer.id as "customerId", buyer.email,
          coalesce((select array_agg(distinct o.id) from proven p join orders o on o.id = p.order_id
                      join customers c on c.id = o.customer_id
                     where c.erased_at is null and o.status in ('PAID', 'REFUNDED')), '{}') as "orderIds"
     from (values (1)) one
     left join lateral (
       select c.id, c.email from buyer_sessions s join customers c on c.id = s.customer_id
        where s.token_hash = any ($2::text[]) and s.expires_at > $4 and c.erased_at is null
        order by s.kind limit 1) buyer on true`);
