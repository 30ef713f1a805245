import type { QuizFigures } from "#contract/courses/quiz.ts";
import { statement } from "#server/database/statement.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { LessonNotFound, ownLesson } from "#server/features/courses/editor/own-course.ts";
import type { SignedIn } from "#server/http/http.ts";
import { shownBuyers } from "#server/http/roles.ts";
import type { Services } from "#server/services.ts";

/**
 * How buyers do at a creator's quiz as it is now, as whoever asks may know it: zeros before anybody tried. Throws 404 for a
 * lesson that is not theirs.
 */
export async function getQuizFigures(
  { db, pool }: Services,
  asking: Pick<SignedIn, "creatorId" | "role">,
  { productId, lessonId }: { productId: string; lessonId: string },
): Promise<QuizFigures> {
  if ((await db.$count(lessons, ownLesson(db, asking.creatorId, productId, lessonId))) === 0)
    throw LessonNotFound();
  const [[counts = nobody], questions] = await Promise.all([
    countAttempts(pool, lessonId),
    countRightAnswers(pool, lessonId),
  ]);
  return {
    attemptCount: shownBuyers(asking, counts.attemptCount),
    learnerCount: shownBuyers(asking, counts.learnerCount),
    passedCount: shownBuyers(asking, counts.passedCount),
    passedPercent: percentOf(counts.passedCount, counts.learnerCount),
    questions: questions.flatMap(({ id, rightCount }) =>
      id === null
        ? []
        : [
            {
              id,
              rightCount: shownBuyers(asking, rightCount),
              rightPercent: percentOf(rightCount, counts.attemptCount),
            },
          ],
    ),
  };
}

const nobody = { attemptCount: 0, learnerCount: 0, passedCount: 0 };

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part * 100) / whole);

const current = `from quiz_versions v join quiz_attempts a on a.version_id = v.id
    where v.lesson_id = $1 and v.is_current`;

const countAttempts = statement("courses_count_attempts_of_version")<
  typeof nobody,
  [lessonId: string]
>(`select coalesce(sum(one.attempts), 0)::int as "attemptCount", count(*)::int as "learnerCount",
          (count(*) filter (where one.has_passed))::int as "passedCount"
     from (select count(*) as attempts, bool_or(a.passed) as has_passed ${current} group by a.customer_id) one`);

const countRightAnswers = statement("courses_count_right_answers")<
  { id: string | null; rightCount: number },
  [lessonId: string]
>(`select right_id as id, count(*)::int as "rightCount"
     from (select unnest(a.right_ids) as right_id ${current}) one group by right_id`);
