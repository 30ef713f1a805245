import { openAccess } from "#server/features/access/open-access.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import type { Buyer } from "./price-cart.ts";

/** Which parts of a bundle this buyer owns already, as far as this browser has proved it. */
export async function listOwnedParts(
  { pool, clock }: Services,
  { browserHash, buyerTokenHashes }: Buyer,
  parts: readonly { id: string }[],
): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const ids = parts.map(({ id }) => id);
  const owned = await selectOwned(pool, ids, browserHash, buyerTokenHashes, clock.now());
  return new Set(owned.map(({ id }) => id));
}

const selectOwned = hotStatement("checkout_owned_parts")<
  { id: string },
  [productIds: string[], browserHash: string, buyerTokenHashes: string[], now: Date]
>(`with proven (order_id) as (
     select order_id from order_browsers
      where browser_hash = $2 and granted_at > $4::timestamptz - interval '30 days'
     union
     select o.id from buyer_sessions s join orders o on o.customer_id = s.customer_id
      where s.token_hash = any ($3::text[]) and s.expires_at > $4)
   select distinct a.product_id as id from proven join ${openAccess("$4")} a on a.order_id = proven.order_id
    where a.product_id = any ($1::uuid[])`);
