import { openAccess } from "#server/features/access/open-access.ts";

/**
 * SQL: whether the customer of a parameter such as `$1` may read a post (`posts`, as `post` names it) at the moment of
 * another: it has been published, and they have a membership that is open now: that of the post, or where it is for all,
 * any of its creator's.
 */
export const postIsOpen = (post: string, customer: string, now: string): string => `(
  ${post}.published_at <= ${now}::timestamptz and exists (
    select from ${openAccess(now)} a
      join products membership on membership.id = a.product_id
     where a.customer_id = ${customer}::uuid and a.owner_id = ${post}.owner_id
       and case when ${post}.product_id is null then membership.type = 'MEMBERSHIP' else a.product_id = ${post}.product_id end))`;
