import { openAccess } from "#server/features/access/open-access.ts";

/**
 * SQL: which of the orders of a parameter such as `$1` (`uuid[]`) opens a published post (`posts`, as `post` names it) at
 * the moment of another, as a table with one row or none: an order that holds a membership which is open now, that of the
 * post, or where it is for all, any of its creator's.
 */
export const openingOrder = (post: string, orderIds: string, now: string): string => `(
  select a.order_id from ${openAccess(now)} a
    join products membership on membership.id = a.product_id
   where a.order_id = any (${orderIds}::uuid[]) and a.owner_id = ${post}.owner_id
     and case when ${post}.product_id is null then membership.type = 'MEMBERSHIP' else a.product_id = ${post}.product_id end
   order by a.granted_at, a.order_id limit 1)`;
