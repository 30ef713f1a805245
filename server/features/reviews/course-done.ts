/**
 * SQL: how much of a course a buyer has done, in whole per cent, rounded down. Every lesson weighs the same: a completed
 * one counts whole, any other by the part of its video's length that was played; what was played at several of their
 * orders counts once. A lesson of no length counts only when it is completed; a course without lessons leaves nothing to
 * do and counts as 100. `productId` and `customerId` are SQL.
 */
export const courseDonePercent = (productId: string, customerId: string): string => `(
  select coalesce(floor(100 * avg(
           case when work.completed then 1
                when l.duration > 0 then least(1, (
                  select coalesce(sum(upper(part) - lower(part)), 0) from unnest(work.played) as part) / 1000.0 / l.duration)
                else 0 end)), 100)::int
    from course_modules m
    join lessons l on l.module_id = m.id
    cross join lateral (
      select bool_or(one.completed) as completed, range_agg(one.played) as played
        from progress one where one.lesson_id = l.id and one.customer_id = ${customerId}) as work
   where m.product_id = ${productId})`;
