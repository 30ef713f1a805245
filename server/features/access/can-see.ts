import type { FastifyRequest } from "fastify";
import { createHmac } from "node:crypto";
import { hotStatement } from "#server/database/statement.ts";
import { hashToken, isToken, keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { buyerProofs } from "./buyer-proofs.ts";

/** An order the caller has proved to be theirs. */
export type ProvenOrder = {
  id: string;
  ownerId: string;
  customerId: string;
  email: string;
  status: "PENDING" | "PAID" | "FAILED" | "REFUNDED";
  disputed: boolean;
  /** How it was proved; upsells need the browser that paid. */
  proof: "BROWSER" | "EMAIL" | "RECEIPT";
};

/** Which order: ours, or the one of a payment (`free_<order id>` where nothing was to pay). */
export type OrderReference = { orderId: string } | { paymentIntentId: string };

/**
 * The one gate of everything bought: the order, if this request proves that it may be seen, else undefined — whether it
 * does not exist or is another's. An e-mail address, an order id or a payment's id is never proof. Three things are:
 * the cookie of the browser that paid (30 days; of an order that is not paid yet, the one that tries to), an address verified by code (its bearer token, `sessionToken` where a body
 * carries it, or its cookie), and the token of the receipt's link in `X-Order-Proof`.
 */
export async function findProvenOrder(
  { config, clock, pool, secret }: Services,
  request: FastifyRequest,
  reference: OrderReference,
  sessionToken?: string,
): Promise<ProvenOrder | undefined> {
  const orderId = "orderId" in reference ? reference.orderId : freeOrderId(reference.paymentIntentId);
  if (orderId !== undefined && !isUuid(orderId)) return undefined;
  const paymentIntentId =
    "paymentIntentId" in reference && orderId === undefined ? reference.paymentIntentId : null;

  const { browserHash, buyerTokenHashes } = buyerProofs(config, request);
  const [order] = await selectOrder(
    pool,
    orderId ?? null,
    paymentIntentId,
    browserHash,
    [...buyerTokenHashes, ...[sessionToken].filter(isToken).map(hashToken)],
    clock.now(),
  );
  if (!order) return undefined;

  const { byBrowser, byEmail, ...found } = order;
  if (byBrowser) return { ...found, proof: "BROWSER" };
  if (byEmail) return { ...found, proof: "EMAIL" };
  const shown = request.headers["x-order-proof"];
  if (isToken(shown) && isReceiptToken(secret, order.id, shown)) return { ...found, proof: "RECEIPT" };
  return undefined;
}

/** The 256-bit token of an order's receipt link. Derived, so that no copy of it rests anywhere. */
export const receiptToken = (secret: string, orderId: string): string =>
  keyedToken(secret, "receipt", orderId);

/** Whether a token is that of an order's receipt. Mails are kept for years: what they said before keys had purposes still opens. */
export const isReceiptToken = (secret: string, orderId: string, token: string): boolean =>
  sameText(token, receiptToken(secret, orderId)) || sameText(token, earlierReceiptToken(secret, orderId));

const earlierReceiptToken = (secret: string, orderId: string): string =>
  createHmac("sha256", secret).update(`receipt\0${orderId}`).digest("base64url");

/** The reference by which a buyer's pages know an order. */
export const orderReference = (order: { id: string; paymentIntentId: string | null }): string =>
  order.paymentIntentId ?? `free_${order.id}`;

const freeOrderId = (reference: string): string | undefined =>
  reference.startsWith("free_") ? reference.slice("free_".length) : undefined;

const selectOrder = hotStatement("access_select_order")<
  Omit<ProvenOrder, "proof"> & { byBrowser: boolean; byEmail: boolean },
  [
    orderId: string | null,
    paymentIntentId: string | null,
    browserHash: string | null,
    buyerTokenHashes: string[],
    now: Date,
  ]
>(`select o.id, o.owner_id as "ownerId", o.customer_id as "customerId", c.email, o.status, o.disputed,
          exists (select 1 from order_browsers b
                   where b.order_id = o.id and b.browser_hash = $3 and b.granted_at > $5::timestamptz - interval '30 days')
          or (o.status in ('PENDING', 'FAILED') and exists (
                select from checkout_sessions cs where cs.session_id = o.checkout_session_id and cs.browser_hash = $3)) as "byBrowser",
          exists (select 1 from buyer_sessions s
                   where s.token_hash = any ($4::text[]) and s.customer_id = o.customer_id and s.expires_at > $5) as "byEmail"
     from orders o join customers c on c.id = o.customer_id
    where c.erased_at is null and (o.id = $1::uuid or ($1::uuid is null and o.payment_intent_id = $2))`);
