/**
 * SQL: whether there is anything in a product (an alias of `products`) to sell: a course has at least one lesson. It is put
 * on sale with one, and its last may be deleted later.
 */
export const hasContent = (product: string): string => `(${product}.type <> 'COURSE' or exists (
  select from course_modules filled join lessons on lessons.module_id = filled.id where filled.product_id = ${product}.id))`;

/** SQL: whether it is an event that has begun, as of the moment that the parameter `now` is. */
export const hasBegun = (product: string, now: string): string =>
  `coalesce(${product}.event_starts_at <= ${now}::timestamptz, false)`;

/** SQL: whether somebody can buy it, as far as there is stock. */
export const isForSale = (product: string, now: string): string =>
  `${product}.state = 'PUBLISHED' and ${hasContent(product)} and not ${hasBegun(product, now)}`;
