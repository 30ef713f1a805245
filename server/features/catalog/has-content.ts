import { creatorZone } from "#server/database/creator-zone.ts";

/**
 * SQL: whether there is anything in a product (an alias of `products`) to sell: a course has at least one lesson. It is put
 * on sale with one, and its last may be deleted later.
 */
export const hasContent = (product: string): string => `(${product}.type <> 'COURSE' or exists (
  select from course_modules filled join lessons on lessons.module_id = filled.id where filled.product_id = ${product}.id))`;

/** SQL: whether it is an event that has begun, as of the moment that the parameter `now` is. */
export const hasBegun = (product: string, now: string): string =>
  `coalesce(${product}.event_starts_at <= ${now}::timestamptz, false)`;

/** SQL: whether a session's times, chosen here or by a link of its creator's, cannot be chosen at all. */
const lacksTimes = (product: string): string => `case when ${product}.session_times is null
    then ${product}.digital_file_external_url is null and coalesce(${product}.delivery_note, '') !~* 'https?://\\S'
    else not exists (
      select from jsonb_array_elements(jsonb_path_query_array(${product}.session_times, '$.weekly[*][*]')
                                    || jsonb_path_query_array(${product}.session_times, '$.exceptions[*].hours[*]')) hours (part)
       where (part ->> 'to')::interval - (part ->> 'from')::interval
             >= make_interval(mins => (${product}.session_times ->> 'lengthMinutes')::int)) end`;

/** SQL: whether it lacks what a sale needs; `missingForSale` says the same, thing by thing. */
export const lacksForSale = (product: string): string => `(not ${hasContent(product)}
  or ${product}.type = 'DOWNLOAD' and ${product}.digital_file_id is null and ${product}.digital_file_external_url is null
  or ${product}.type = 'EVENT' and ${product}.event_starts_at is null
  or ${product}.type = 'BOOKING_LINK' and ${lacksTimes(product)})`;

/**
 * SQL: whether it is announced and not sold yet, as of the moment that the parameter `now` is. Whatever its day, nothing
 * opens that lacks what a sale needs.
 */
export const isComingSoon = (product: string, now: string): string =>
  `coalesce(${product}.coming_soon and (${product}.opens_at is null or ${product}.opens_at > ${now}::timestamptz or ${lacksForSale(product)}), false)`;

/** SQL: what everybody may know of that: whether it is so, when it ends, and by whose clocks. `user` is its owner's row. */
export const openingFields = (product: string, user: string, now: string): string =>
  `${isComingSoon(product, now)} as "comingSoon", case when ${product}.opens_at > ${now}::timestamptz then ${product}.opens_at end as "opensAt",
     case when ${product}.opens_at > ${now}::timestamptz then ${creatorZone(user)} end as "opensZone"`;

/** SQL: whether somebody can buy it, as far as there is stock. */
export const isForSale = (product: string, now: string): string =>
  `${product}.state = 'PUBLISHED' and ${hasContent(product)} and not ${hasBegun(product, now)} and not ${isComingSoon(product, now)}`;
