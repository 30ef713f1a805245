import type { FastifyRequest } from "fastify";
import type { LessonProgress } from "#contract/courses/course-progress.ts";
import { hotStatement, type Queryable } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { LessonLocked } from "#server/features/courses/lesson-locked.ts";
import type { Services } from "#server/services.ts";
import { canCompleteLesson } from "./lesson-waits-for.ts";
import { getLearner, type Learner } from "./learner.ts";
import { getWork, isPlayedThrough, progressOf } from "./read-progress.ts";

/**
 * Marks a lesson complete, or takes that back at every proven order. A completion keeps its first moment. Taking back that
 * of a video that was played through forgets what was played, so that only playing it anew completes it again. Throws like
 * `getLearner`, 409 `QUIZ_NOT_PASSED` where that is to be passed first, and 409 `ASSIGNMENT_NOT_DONE`.
 */
export async function completeLesson(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
  completed: boolean,
): Promise<LessonProgress> {
  const learner = await getLearner(services, request, lessonId);
  const now = services.clock.now();
  if (completed) {
    const { waitsFor } = await getWork(services, learner, lessonId);
    if (waitsFor === "QUIZ") throw QuizNotPassed();
    if (waitsFor !== null) throw AssignmentNotDone(waitsFor);
    await recordCompleted(services, learner, lessonId, now);
  } else {
    const work = await getWork(services, learner, lessonId);
    // First, so that what is played in between does not complete it again.
    if (work.completed && isPlayedThrough(work)) await clearPlayed(services.pool, lessonId, learner.orderIds);
    await uncomplete(services.pool, lessonId, learner.orderIds);
  }
  return progressOf(await getWork(services, learner, lessonId), learner, now);
}

/** Sets a bookmark at a lesson, or takes it away at every proven order. Throws like `getLearner`. */
export async function bookmarkLesson(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
  bookmarked: boolean,
): Promise<LessonProgress> {
  const learner = await getLearner(services, request, lessonId);
  const now = services.clock.now();
  const { orderId, customerId, orderIds } = learner;
  if (bookmarked) {
    const [written] = await bookmark(services.pool, orderId, lessonId, customerId, now);
    if (!written) throw LessonLocked();
  } else await removeBookmark(services.pool, lessonId, orderIds);
  return progressOf(await getWork(services, learner, lessonId), learner, now);
}

/**
 * Writes down that a lesson is complete; the only way to. Throws `LessonLocked` where it was deleted a moment ago, or got a
 * quiz or an assignment that its learner has not done.
 */
export async function recordCompleted(
  { pool }: Services,
  learner: Completing,
  lessonId: string,
  now: Date,
): Promise<void> {
  if (!(await completeWhereDone(pool, learner, lessonId, now))) throw LessonLocked();
}

/** The same where nothing is left to be passed or handed in; false where something is, and nothing is written. */
export async function completeWhereDone(
  client: Queryable,
  { orderId, orderIds, customerId }: Completing,
  lessonId: string,
  now: Date,
): Promise<boolean> {
  const [written] = await complete(client, orderId, lessonId, customerId, now, orderIds);
  return written !== undefined;
}

type Completing = Pick<Learner, "orderId" | "orderIds" | "customerId">;

type Mark = [orderId: string, lessonId: string, customerId: string, now: Date];

type Marked = { lessonId: string };

const QuizNotPassed = () => Conflict("Pass this lesson's quiz to complete it.", "QUIZ_NOT_PASSED");
const AssignmentNotDone = (waitsFor: "SUBMISSION" | "ANSWER") =>
  Conflict(
    waitsFor === "SUBMISSION"
      ? "Hand in this lesson's assignment to complete it."
      : "This lesson is complete once its creator has accepted what you handed in.",
    "ASSIGNMENT_NOT_DONE",
  );

const mark = (columns: string, values: string, change: string, condition = "true"): string =>
  `insert into progress (order_id, lesson_id, customer_id, updated_at, ${columns})
     select $1, l.id, $3, $4::timestamptz, ${values} from lessons l where l.id = $2 and ${condition}
        for key share of l
     on conflict (order_id, lesson_id) do update set ${change},
       updated_at = greatest(progress.updated_at, excluded.updated_at)
     returning lesson_id as "lessonId"`;

const complete = hotStatement("courses_complete_lesson")<Marked, [...Mark, orderIds: string[]]>(
  mark(
    "completed, completed_at",
    "true, $4::timestamptz",
    "completed = true, completed_at = coalesce(progress.completed_at, excluded.completed_at)",
    canCompleteLesson("l", "$5"),
  ),
);
const bookmark = hotStatement("courses_bookmark_lesson")<Marked, Mark>(
  mark("bookmarked", "true", "bookmarked = true"),
);

// Rows are held in one order, so that two requests at once wait for each other instead of both.
type TakeBack = [lessonId: string, orderIds: string[]];

const takeBack = (held: string, change: string): string =>
  `with held as (
       select order_id from progress where lesson_id = $1 and order_id = any ($2::uuid[]) and ${held}
        order by order_id for update)
     update progress set ${change} from held
      where progress.order_id = held.order_id and progress.lesson_id = $1
     returning progress.lesson_id as "lessonId"`;

const uncomplete = hotStatement("courses_uncomplete_lesson")<Marked, TakeBack>(
  takeBack("completed", "completed = false, completed_at = null"),
);
const clearPlayed = hotStatement("courses_clear_played")<Marked, TakeBack>(
  takeBack("played <> '{}'", "played = '{}', watched_seconds = 0"),
);
const removeBookmark = hotStatement("courses_remove_bookmark")<Marked, TakeBack>(
  takeBack("bookmarked", "bookmarked = false"),
);
