import type { FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { buyerProofs } from "./buyer-proofs.ts";

/** A buyer whose address this request proves: by the bearer token, else by the cookie of a verified browser. */
export type ProvenBuyer = { customerId: string; email: string; sessionId: string };

/** The buyer, or undefined: a browser that only paid, or a receipt, proves orders but no address. */
export async function findProvenBuyer(
  { config, clock, pool }: Services,
  request: FastifyRequest,
): Promise<ProvenBuyer | undefined> {
  const { buyerTokenHashes } = buyerProofs(config, request);
  if (buyerTokenHashes.length === 0) return undefined;
  const [buyer] = await selectBuyer(pool, buyerTokenHashes, clock.now());
  return buyer;
}

/** The same; throws 401 where no address is proved. */
export async function getProvenBuyer(services: Services, request: FastifyRequest): Promise<ProvenBuyer> {
  const buyer = await findProvenBuyer(services, request);
  if (!buyer) throw new HttpError(401, "PROOF_REQUIRED", "Please verify your email first.");
  return buyer;
}

/** Whom these sessions prove, in one statement. */
const selectBuyer = hotStatement("access_select_buyer")<
  ProvenBuyer,
  [tokenHashes: string[], now: Date]
>(`select s.customer_id as "customerId", c.email, s.id as "sessionId"
     from buyer_sessions s join customers c on c.id = s.customer_id
    where s.token_hash = any ($1::text[]) and s.expires_at > $2 and c.erased_at is null
    order by s.kind
    limit 1`);
