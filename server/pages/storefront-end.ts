import type { Pool } from "pg";
import { hotStatement } from "#server/database/statement.ts";

/**
 * When what a storefront's pages show changes by itself: the next moment at which one of its events begins or is over, a product opens, or a
 * coupon that the page shows begins or ends.
 * Undefined where nothing is ahead, and for a handle that is nobody's. No copy of a page is given out past it.
 */
export async function findStorefrontEnd(pool: Pool, handle: string, now: Date): Promise<Date | undefined> {
  const [next] = handle === "" ? [] : await selectEnd(pool, handle, now);
  return next?.at ?? undefined;
}

/** SQL: that moment, of the user whose id and other columns are `u`'s; `now` is a parameter's name. */
export const storefrontEnd = (u: string, now: string): string => `(
     select min(at)
       from (
       select moment as at
         from products p cross join lateral (values (p.event_starts_at), (p.event_ends_at), (p.opens_at)) moments (moment)
        where p.owner_id = ${u}.id and p.state = 'PUBLISHED'
       union all
       select moment
         from store_designs d
         cross join lateral jsonb_array_elements(d.published -> 'blocks') block
         join coupons c on c.id = (block ->> 'couponId')::uuid and c.owner_id = ${u}.id and c.active
         cross join lateral (values (c.valid_from), (c.valid_until)) moments (moment)
        where d.owner_id = ${u}.id) changes
      where at > ${now})`;

const selectEnd = hotStatement("pages_storefront_end")<{ at: Date | null }, [handle: string, now: Date]>(
  `select ${storefrontEnd("u", "$2")} as at from users u where u.handle = $1`,
);
