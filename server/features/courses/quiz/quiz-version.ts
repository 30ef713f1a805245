import type { Quiz } from "#contract/courses/quiz.ts";
import { quizProblem } from "#contract/courses/quiz-problem.ts";
import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Makes what a creator has written the quiz that buyers are asked, once it is whole; while it is not, they are asked the
 * last one that was; null takes it away. What somebody has answered is kept, so that it can be read again. The caller
 * holds the course's row.
 */
export async function saveQuizVersion(
  client: Queryable,
  lessonId: string,
  quiz: Quiz | null,
  now: Date,
): Promise<void> {
  if (quiz && quizProblem(quiz)) return;
  // Whoever is just submitting one of them is waited for, and seen by the statements that come after.
  await lockVersions(client, lessonId);
  const text = quiz && JSON.stringify(quiz);
  const [same] = await selectSame(client, lessonId, text);
  if (same) return;
  await retireVersions(client, lessonId);
  await deleteUnanswered(client, lessonId);
  if (text !== null) await insertVersion(client, lessonId, text, now);
}

type Version = { id: string };

const lockVersions = statement("courses_lock_quiz_versions")<Version, [lessonId: string]>(
  "select id from quiz_versions where lesson_id = $1 order by id for update",
);

const selectSame = statement("courses_select_same_quiz_version")<
  Version,
  [lessonId: string, quiz: string | null]
>("select id from quiz_versions where lesson_id = $1 and is_current and quiz = $2::jsonb");

const retireVersions = statement("courses_retire_quiz_versions")<Version, [lessonId: string]>(
  "update quiz_versions set is_current = false where lesson_id = $1 and is_current returning id",
);

const deleteUnanswered = statement("courses_delete_unanswered_quiz_versions")<Version, [lessonId: string]>(
  `delete from quiz_versions v where v.lesson_id = $1
      and not exists (select from quiz_attempts a where a.version_id = v.id)
   returning v.id`,
);

const insertVersion = statement("courses_insert_quiz_version")<
  Version,
  [lessonId: string, quiz: string, now: Date]
>("insert into quiz_versions (lesson_id, quiz, created_at) values ($1, $2::jsonb, $3) returning id");
