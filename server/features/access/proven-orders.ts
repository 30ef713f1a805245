import type { FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { isToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { buyerProofs } from "./buyer-proofs.ts";
import { isReceiptToken } from "./can-see.ts";

/** What a request shows: its browser's hash, its verified addresses' sessions, and the order of its receipt. */
export type OrderProofs = {
  browserHash: string | null;
  buyerTokenHashes: string[];
  receiptOrderId: string | null;
};

/** The receipt's token needs its order's id in `X-Order-Id`; a bearer token works like the buyer's cookie. */
export function orderProofs(
  { config, secret }: Pick<Services, "config" | "secret">,
  request: FastifyRequest,
): OrderProofs {
  return { ...buyerProofs(config, request), receiptOrderId: receiptOrderOf(secret, request) ?? null };
}

/**
 * SQL: the orders that a request proves, as rows of `order_id` and `rank` (1 the browser that paid, 2 a verified address,
 * 3 a receipt), whatever has become of them. Takes the names of the parameters that hold the proofs and the moment.
 */
export const provenOrders = (proof: {
  browserHash: string;
  buyerTokenHashes: string;
  receiptOrderId: string;
  now: string;
}): string => {
  // A request shows two at most, and PostgreSQL is told so: for an `any` it expects ten, and then plans anew at every call.
  const tokenHash = (place: 1 | 2) => `(${proof.buyerTokenHashes}::text[])[${place}]`;
  return `
  select b.order_id, 1 as rank from order_browsers b
   where b.browser_hash = ${proof.browserHash} and b.granted_at > ${proof.now}::timestamptz - interval '30 days'
  union all
  select o.id, 2 from buyer_sessions s join orders o on o.customer_id = s.customer_id
   where s.token_hash in (${tokenHash(1)}, ${tokenHash(2)}) and s.expires_at > ${proof.now}
  union all
  select ${proof.receiptOrderId}::uuid, 3 where ${proof.receiptOrderId}::uuid is not null`;
};

/**
 * The ids of all orders of one buyer that this request proves, the refunded ones too: what was noted at them is theirs to
 * see. An address that was only typed at the checkout proves nothing, so another's orders under it are not among them.
 */
export async function listProvenOrders(
  services: Services,
  request: FastifyRequest,
  customerId: string,
): Promise<string[]> {
  const { browserHash, buyerTokenHashes, receiptOrderId } = orderProofs(services, request);
  const rows = await selectProvenOrders(
    services.pool,
    customerId,
    browserHash,
    buyerTokenHashes,
    receiptOrderId,
    services.clock.now(),
  );
  return rows.map(({ id }) => id);
}

/** Whether this request proves an order of the buyer with this address (lower case): their browser asks, not a stranger's. */
export async function isBuyersBrowser(
  services: Services,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const { browserHash, buyerTokenHashes, receiptOrderId } = orderProofs(services, request);
  const [answer] = await selectIsBuyers(
    services.pool,
    email,
    browserHash,
    buyerTokenHashes,
    receiptOrderId,
    services.clock.now(),
  );
  return answer?.isBuyers ?? false;
}

/** The order whose receipt token the request shows. */
function receiptOrderOf(secret: string, request: FastifyRequest): string | undefined {
  const { "x-order-id": orderId, "x-order-proof": token } = request.headers;
  if (typeof orderId !== "string" || !isToken(token)) return undefined;
  return isReceiptToken(secret, orderId.toLowerCase(), token) ? orderId : undefined;
}

const selectProvenOrders = hotStatement("access_select_proven_orders")<
  { id: string },
  [
    customerId: string,
    browserHash: string | null,
    buyerTokenHashes: string[],
    receiptOrderId: string | null,
    now: Date,
  ]
>(`with proven as (${provenOrders({ browserHash: "$2", buyerTokenHashes: "$3", receiptOrderId: "$4", now: "$5" })})
   select distinct o.id from proven p join orders o on o.id = p.order_id
    where o.customer_id = $1`);

const selectIsBuyers = hotStatement("access_select_is_buyers")<
  { isBuyers: boolean },
  [
    email: string,
    browserHash: string | null,
    buyerTokenHashes: string[],
    receiptOrderId: string | null,
    now: Date,
  ]
>(`with proven as materialized (${provenOrders({ browserHash: "$2", buyerTokenHashes: "$3", receiptOrderId: "$4", now: "$5" })})
   select exists (select from proven p join orders o on o.id = p.order_id join customers c on c.id = o.customer_id
                   where lower(c.email) = $1 and c.erased_at is null) as "isBuyers"`);
