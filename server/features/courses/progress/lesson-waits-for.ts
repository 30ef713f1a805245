import type { LessonProgress } from "#contract/courses/course-progress.ts";
import { hasAssignment } from "#server/database/lesson-parts.ts";

/** What a lesson waits for before it can be complete. */
export type WaitsFor = LessonProgress["waitsFor"];

/**
 * SQL: what the lesson `l`, a row of `lessons`, waits for from whoever learns at these orders, SQL of an array of ids: its
 * quiz to be passed, its assignment to be handed in, or to be accepted where its creator asks for that; null for nothing.
 */
export const lessonWaitsFor = (l: string, orderIds: string): string => `(
  case when exists (select from quiz_versions v where v.lesson_id = ${l}.id and v.is_current)
            and not exists (select from quiz_attempts a
                             where a.lesson_id = ${l}.id and a.passed and a.order_id = any (${orderIds}::uuid[])) then 'QUIZ'
       when not ${hasAssignment(l)} or ${handedIn(l, orderIds, "s.state = 'ACCEPTED'")} then null
       when (${l}.assignment->>'needsAnswer')::boolean
         then case when ${handedIn(l, orderIds, "s.state = 'SUBMITTED'")} then 'ANSWER' else 'SUBMISSION' end
       when not ${handedIn(l, orderIds, "s.state <> 'DRAFT'")} then 'SUBMISSION' end)`;

/** SQL: whether nothing of that is left. */
export const canCompleteLesson = (l: string, orderIds: string): string =>
  `${lessonWaitsFor(l, orderIds)} is null`;

const handedIn = (l: string, orderIds: string, condition: string) =>
  `exists (select from assignment_submissions s
            where s.lesson_id = ${l}.id and ${condition} and s.order_id = any (${orderIds}::uuid[]))`;
