import { statement } from "#server/database/statement.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Calls an event off, and takes it off sale; or has it take place after all, not on sale. Its buyers are told as of every
 * change of an event. Throws 404 for a product of somebody else's, 409 for what is no event with a date, or is over.
 */
export async function cancelEvent(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  productId: string,
  isCancelled: boolean,
): Promise<void> {
  const [product] = await updateCancelled(pool, productId, ownerId, isCancelled, clock.now());
  if (!product) throw NotFound("Product not found");
  if (!product.isAhead) throw Conflict("Only an event that is not over can be cancelled", "NOT_AHEAD");
}

const updateCancelled = statement("catalog_cancel_event")<
  { isAhead: boolean },
  [productId: string, ownerId: string, isCancelled: boolean, now: Date]
>(`
  with found as materialized (
    select id, coalesce(event_ends_at > $4::timestamptz, false) as is_ahead from products
     where id = $1 and owner_id = $2 for no key update),
  changed as (
    update products p set event_cancelled_at = case when $3::boolean then $4::timestamptz end, updated_at = $4,
           state = case when p.state = 'PUBLISHED' then 'DRAFT' else p.state end
      from found where p.id = found.id and found.is_ahead and (p.event_cancelled_at is not null) <> $3)
  select is_ahead as "isAhead" from found`);
