import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { Services } from "#server/services.ts";

/**
 * Notes that who bought a line came to the event, or takes that back. Two at the door do it once: the second is told since
 * when it stands so. Throws 404 for a line that is not of this creator's event, or not open any more.
 */
export async function checkIn(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  { id, lineId }: { id: string; lineId: string },
  isHere: boolean,
): Promise<{ checkedInAt: Date | null; wasSo: boolean }> {
  const now = clock.now();
  if (!isHere) {
    const [line] = await deleteCheckIn(pool, id, ownerId, lineId);
    if (!line) throw NotFound("Attendee not found");
    return { checkedInAt: null, wasSo: !line.isDeleted };
  }
  const [noted] = await insertCheckIn(pool, id, ownerId, now, lineId);
  if (noted) return { checkedInAt: noted.checkedInAt, wasSo: false };
  const [before] = await selectCheckIn(pool, id, ownerId, lineId);
  if (!before) throw NotFound("Attendee not found");
  return { checkedInAt: before.checkedInAt, wasSo: true };
}

const insertCheckIn = statement("events_insert_check_in")<
  { checkedInAt: Date },
  [productId: string, ownerId: string, now: Date, lineId: string]
>(`
  insert into event_check_ins (order_item_id, owner_id, product_id, checked_in_at)
  select a.order_item_id, a.owner_id, a.product_id, $3
    from ${openAccess("$3")} a join products p on p.id = a.product_id and p.type = 'EVENT'
   where a.order_item_id = $4 and a.product_id = $1 and a.owner_id = $2
  on conflict (order_item_id) do nothing
  returning checked_in_at as "checkedInAt"`);

const selectCheckIn = statement("events_select_check_in")<
  { checkedInAt: Date },
  [productId: string, ownerId: string, lineId: string]
>(
  `select checked_in_at as "checkedInAt" from event_check_ins where order_item_id = $3 and product_id = $1 and owner_id = $2`,
);

const deleteCheckIn = statement("events_delete_check_in")<
  { isDeleted: boolean },
  [productId: string, ownerId: string, lineId: string]
>(`
  with gone as (
    delete from event_check_ins where order_item_id = $3 and product_id = $1 and owner_id = $2 returning order_item_id)
  select exists (select from gone) as "isDeleted"
    from order_items i join products p on p.id = i.product_id and p.type = 'EVENT'
   where i.id = $3 and i.product_id = $1 and i.owner_id = $2`);
