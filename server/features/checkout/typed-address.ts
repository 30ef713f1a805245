import { hotStatement } from "#server/database/statement.ts";

/**
 * What is known of the address of an order that costs nothing, and so could be anybody's: whether these sessions prove it,
 * and whether the creator knows its owner by a name already. Who proves nothing does not rename them.
 */
export const selectTypedAddress = hotStatement("checkout_typed_address")<
  { isProven: boolean; isNamed: boolean },
  [email: string, ownerId: string, tokenHashes: string[], now: Date]
>(`select exists (select from buyer_sessions s join customers c on c.id = s.customer_id
                   where s.token_hash = any ($3::text[]) and s.expires_at > $4 and lower(c.email) = lower($1)) as "isProven",
          exists (select from customers c join orders o on o.customer_id = c.id
                   where lower(c.email) = lower($1) and o.owner_id = $2 and o.customer_name <> '' and o.status in ('PAID', 'REFUNDED')) as "isNamed"`);
