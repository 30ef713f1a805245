/**
 * SQL: the id of the product that an address names by its slug, on sale or not; null where there is none. `store` is the
 * handle of its store, today's or a former one. Without it (null) the oldest product of that slug in any store answers, and
 * none while an older one has given the slug up for less than a year: its links lead on to that.
 */
export const productOfSlug = (slug: string, store: string): string => `(
    select named.id from products named
     where named.slug = ${slug} and named.plan is null
       and case when ${store}::text is null then not exists (
             select from former_slugs former join products older on older.id = former.product_id
              where former.slug = ${slug} and former.given_up_at > shop_now() - interval '1 year'
                and older.created_at < named.created_at)
           else named.owner_id = ${storeOfHandle(store)} end
     order by named.created_at, named.id limit 1)`;

/** SQL: the id of the product that had this slug, by the same rules. */
export const productOfFormerSlug = (slug: string, store: string): string => `(
    select former.product_id from former_slugs former join products named on named.id = former.product_id
     where former.slug = ${slug} and (${store}::text is null or named.owner_id = ${storeOfHandle(store)})
     order by named.created_at, named.id limit 1)`;

/** SQL: the id of the creator who has this handle, or had it. */
const storeOfHandle = (handle: string): string =>
  `coalesce((select id from users where handle = ${handle}), (select user_id from former_handles where handle = ${handle}))`;

/** A handle as an address names it, for those statements; what can be none is the store of nobody. */
export const storeNamed = (handle: string | undefined): string | null =>
  handle === undefined ? null : /^[a-z0-9_]{3,30}$/.test(handle.toLowerCase()) ? handle.toLowerCase() : "";
