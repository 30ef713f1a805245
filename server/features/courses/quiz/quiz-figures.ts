import type { QuizFigures } from "#contract/courses/quiz.ts";
import { statement } from "#server/database/statement.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { LessonNotFound, ownLesson } from "#server/features/courses/editor/own-course.ts";
import type { Services } from "#server/services.ts";

/** How buyers do at a creator's quiz as it is now: zeros before anybody tried. Throws 404 for a lesson that is not theirs. */
export async function getQuizFigures(
  { db, pool }: Services,
  creatorId: string,
  { productId, lessonId }: { productId: string; lessonId: string },
): Promise<QuizFigures> {
  if ((await db.$count(lessons, ownLesson(db, creatorId, productId, lessonId))) === 0) throw LessonNotFound();
  const [[counts], questions] = await Promise.all([
    countAttempts(pool, lessonId),
    countRightAnswers(pool, lessonId),
  ]);
  return {
    ...(counts ?? { attemptCount: 0, learnerCount: 0, passedCount: 0 }),
    questions: questions.flatMap(({ id, rightCount }) => (id === null ? [] : [{ id, rightCount }])),
  };
}

const current = `from quiz_versions v join quiz_attempts a on a.version_id = v.id
    where v.lesson_id = $1 and v.is_current`;

const countAttempts = statement("courses_count_attempts_of_version")<
  Omit<QuizFigures, "questions">,
  [lessonId: string]
>(`select coalesce(sum(one.attempts), 0)::int as "attemptCount", count(*)::int as "learnerCount",
          (count(*) filter (where one.has_passed))::int as "passedCount"
     from (select count(*) as attempts, bool_or(a.passed) as has_passed ${current} group by a.customer_id) one`);

const countRightAnswers = statement("courses_count_right_answers")<
  { id: string | null; rightCount: number },
  [lessonId: string]
>(`select right_id as id, count(*)::int as "rightCount"
     from (select unnest(a.right_ids) as right_id ${current}) one group by right_id`);
