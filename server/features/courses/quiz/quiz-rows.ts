import type { Quiz } from "#contract/courses/quiz.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Answers } from "./mark-quiz.ts";

/** The quiz that buyers of a lesson are asked now. Throws 404 where it has none. */
export async function getCurrentQuiz(client: Queryable, lessonId: string): Promise<CurrentQuiz> {
  const [current] = await selectCurrent(client, lessonId);
  if (!current) throw NotFound("This lesson has no quiz");
  return current;
}

/** SQL: what is said of an attempt. */
const columns = (a: string) => `${a}.id, ${a}.submitted_at as "submittedAt",
  cardinality(${a}.right_ids) as "correctCount", ${a}.question_count as "questionCount",
  cardinality(${a}.right_ids) * 100 / ${a}.question_count as "scorePercent", ${a}.passed`;

export type AttemptRow = {
  id: string;
  submittedAt: Date;
  correctCount: number;
  questionCount: number;
  scorePercent: number;
  passed: boolean;
};
type CurrentQuiz = { versionId: string; quiz: Quiz };
/** One attempt with what it was marked by, and how many others at that version failed or passed. */
export type ReviewedRow = AttemptRow & {
  quiz: Quiz;
  answers: Answers;
  rightIds: string[];
  failedCount: number;
  hasPassed: boolean;
};

const selectCurrent = statement("courses_select_current_quiz")<CurrentQuiz, [lessonId: string]>(
  `select v.id as "versionId", v.quiz from quiz_versions v where v.lesson_id = $1 and v.is_current`,
);

/** The newest attempts of these orders, with figures of all of them. */
export const selectAttempts = statement("courses_select_quiz_attempts")<
  AttemptRow & { attemptCount: number; bestPercent: number; hasPassed: boolean },
  [lessonId: string, orderIds: string[]]
>(`select ${columns("a")}, (count(*) over ())::int as "attemptCount",
          max(cardinality(a.right_ids) * 100 / a.question_count) over () as "bestPercent",
          bool_or(a.passed) over () as "hasPassed"
     from quiz_attempts a where a.lesson_id = $1 and a.order_id = any ($2::uuid[])
    order by a.submitted_at desc, a.id limit 20`);

export const selectReviewed = statement("courses_select_quiz_attempt")<
  ReviewedRow,
  [lessonId: string, orderIds: string[], attemptId: string]
>(`select ${columns("a")}, v.quiz, a.answers, a.right_ids as "rightIds", tried."failedCount", tried."hasPassed"
     from quiz_attempts a
     join quiz_versions v on v.id = a.version_id
    cross join lateral (
      select (count(*) filter (where not o.passed))::int as "failedCount", coalesce(bool_or(o.passed), false) as "hasPassed"
        from quiz_attempts o where o.version_id = a.version_id and o.order_id = any ($2::uuid[])) tried
    where a.lesson_id = $1 and a.order_id = any ($2::uuid[]) and a.id = $3
    limit 1`);

export const QuizChanged = () =>
  Conflict("This quiz was changed a moment ago. Please look at its questions once more.", "QUIZ_CHANGED");
