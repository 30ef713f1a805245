import { creatorZone } from "#server/database/creator-zone.ts";

/**
 * SQL: whether there is anything in a product (an alias of `products`) to sell, as of the moment that the parameter `now` is:
 * a course has at least one lesson, and a bundle two parts or more, each of them for sale by itself. It is put on sale with
 * them; a last lesson may be deleted later, and a part taken off sale.
 */
export const hasContent = (product: string, now: string): string =>
  `coalesce(${hasLessons(product)} and ${hasParts(product, now)}, false)`;

const hasLessons = (product: string): string => `(${product}.type <> 'COURSE' or exists (
  select from course_modules filled join lessons on lessons.module_id = filled.id where filled.product_id = ${product}.id))`;

const hasParts = (product: string, now: string): string => `(${product}.type <> 'BUNDLE' or (
  select count(*) >= 2 and coalesce(bool_and(${partObstacle("part", now)} is null), false)
    from bundle_parts held join products part on part.id = held.part_id where held.bundle_id = ${product}.id))`;

/** SQL: why a part keeps its bundle from being sold; null where it does not. */
export const partObstacle = (part: string, now: string): string => `case
    when ${part}.state = 'ARCHIVED' then 'ARCHIVED' when ${part}.state = 'DRAFT' then 'OFF_SALE'
    when ${part}.coming_soon and (${isAhead(part, now)} or ${lacksItself(part)}) then 'COMING_SOON'
    when ${hasBegun(part, now)} then 'BEGUN' when not ${hasLessons(part)} then 'NO_LESSONS' end`;

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
export const lacksForSale = (product: string, now: string): string =>
  `(${lacksItself(product)} or not ${hasParts(product, now)})`;

/** SQL: the same, of all but what a bundle consists of. */
const lacksItself = (product: string): string => `(not ${hasLessons(product)}
  or ${product}.type = 'DOWNLOAD' and ${product}.digital_file_id is null and ${product}.digital_file_external_url is null
  or ${product}.type = 'EVENT' and ${product}.event_starts_at is null
  or ${product}.type = 'BOOKING_LINK' and ${lacksTimes(product)})`;

/** SQL: whether its day has not come, or is not known. */
const isAhead = (product: string, now: string): string =>
  `(${product}.opens_at is null or ${product}.opens_at > ${now}::timestamptz)`;

/**
 * SQL: whether it is announced and not sold yet, as of the moment that the parameter `now` is. Whatever its day, nothing
 * opens that lacks what a sale needs.
 */
export const isComingSoon = (product: string, now: string): string =>
  `coalesce(${product}.coming_soon and (${isAhead(product, now)} or ${lacksForSale(product, now)}), false)`;

/** SQL: what everybody may know of that: whether it is so, when it ends, and by whose clocks. `user` is its owner's row. */
export const openingFields = (product: string, user: string, now: string): string =>
  `${isComingSoon(product, now)} as "comingSoon", case when ${product}.opens_at > ${now}::timestamptz then ${product}.opens_at end as "opensAt",
     case when ${product}.opens_at > ${now}::timestamptz then ${creatorZone(user)} end as "opensZone"`;

/** SQL: whether somebody can buy it, as far as there is stock. */
export const isForSale = (product: string, now: string): string =>
  `${product}.state = 'PUBLISHED' and ${hasContent(product, now)} and not ${hasBegun(product, now)} and not ${isComingSoon(product, now)}`;
