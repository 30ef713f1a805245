/**
 * SQL: whether there is anything in a product (an alias of `products`) to sell: a course has at least one lesson. A course
 * is made before its lessons; it is on sale with the first of them, and no more once the last is deleted.
 */
export const hasContent = (product: string): string => `(${product}.type <> 'COURSE' or exists (
  select from course_modules filled join lessons on lessons.module_id = filled.id where filled.product_id = ${product}.id))`;
