/**
 * SQL: whether a lesson may be completed by whoever learns at these orders: its quiz, where it has one, was passed at one of
 * them. Both arguments are SQL; the second is an array of ids.
 */
export const canCompleteLesson = (lessonId: string, orderIds: string): string => `(
  not exists (select from quiz_versions v where v.lesson_id = ${lessonId} and v.is_current)
  or exists (select from quiz_attempts a
              where a.lesson_id = ${lessonId} and a.passed and a.order_id = any (${orderIds}::uuid[])))`;
