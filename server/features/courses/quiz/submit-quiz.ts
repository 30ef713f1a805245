import type { FastifyRequest } from "fastify";
import type { Quiz, QuizAnswer, QuizReview } from "#contract/courses/quiz.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { getLearner, type Learner } from "#server/features/courses/progress/learner.ts";
import { completeWhereDone } from "#server/features/courses/progress/mark-lesson.ts";
import type { Services } from "#server/services.ts";
import { answersOf, markQuiz } from "./mark-quiz.ts";
import { findReview } from "./quiz-review.ts";
import { getCurrentQuiz, QuizChanged } from "./quiz-rows.ts";

/** Whoever tries more often in a day is no reader. */
const mostInADay = 100;
const dayMs = 86_400_000;

type Named = { lessonId: string; attemptId: string };
type Submitted = { versionId: string; answers: QuizAnswer[] };

/**
 * Marks a quiz by the version that was shown, and completes its lesson where it is passed and nothing else is to be done. The same attempt again is
 * answered with what came of the first. Throws like `getLearner`, 404 where the lesson has no quiz, 409 `QUIZ_CHANGED`
 * where another version is asked by now, 409 `TOO_MANY_ATTEMPTS` past 100 in a day.
 */
export async function submitQuiz(
  services: Services,
  request: FastifyRequest,
  { lessonId, attemptId }: Named,
  submitted: Submitted,
): Promise<QuizReview> {
  const learner = await getLearner(services, request, lessonId);
  const { pool } = services;
  const known = await findReview(pool, lessonId, learner.orderIds, attemptId);
  if (!known) await recordAttempt(services, learner, { lessonId, attemptId }, submitted);
  const review = known ?? (await findReview(pool, lessonId, learner.orderIds, attemptId));
  // The id is an attempt's at another lesson, or the lesson was deleted a moment ago.
  if (!review) throw QuizChanged();
  // Also for one that was known: the process may have died in between.
  if (review.passed) await completeWhereDone(pool, learner, lessonId, review.submittedAt);
  return review;
}

async function recordAttempt(
  { pool, clock }: Services,
  { orderId, orderIds, customerId }: Learner,
  { lessonId, attemptId }: Named,
  { versionId, answers }: Submitted,
): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    // Held, so that of many at once each counts those before it.
    await lockOrder(client, orderId);
    const [tried] = await countAttempts(client, orderId, lessonId, new Date(now.getTime() - dayMs));
    if ((tried?.count ?? 0) >= mostInADay) throw TooManyAttempts();
    await getCurrentQuiz(client, lessonId);
    const [shown] = await holdVersion(client, versionId, lessonId);
    if (!shown) throw QuizChanged();
    const chosen = answersOf(shown.quiz, answers);
    const { rightIds, passed } = markQuiz(shown.quiz, chosen);
    await insertAttempt(
      client,
      orderId,
      attemptId,
      lessonId,
      customerId,
      versionId,
      JSON.stringify(chosen),
      rightIds,
      shown.quiz.questions.length,
      passed,
      now,
    );
    await clearAnswers(client, lessonId, orderIds);
  });
}

const TooManyAttempts = () =>
  Conflict("You have tried this quiz 100 times today. Please go on tomorrow.", "TOO_MANY_ATTEMPTS");

const lockOrder = statement("courses_lock_order_of_attempts")<{ id: string }, [orderId: string]>(
  "select id from orders where id = $1 for no key update",
);

const countAttempts = statement("courses_count_quiz_attempts")<
  { count: number },
  [orderId: string, lessonId: string, since: Date]
>(
  "select count(*)::int as count from quiz_attempts where order_id = $1 and lesson_id = $2 and submitted_at > $3",
);

/** Held, so that an edit keeps this version. */
const holdVersion = statement("courses_hold_quiz_version")<
  { quiz: Quiz },
  [versionId: string, lessonId: string]
>("select quiz from quiz_versions where id = $1 and lesson_id = $2 and is_current for key share");

const insertAttempt = statement("courses_insert_quiz_attempt")<
  { id: string },
  [
    orderId: string,
    attemptId: string,
    lessonId: string,
    customerId: string,
    versionId: string,
    answers: string,
    rightIds: string[],
    questionCount: number,
    passed: boolean,
    now: Date,
  ]
>(`insert into quiz_attempts (order_id, id, lesson_id, customer_id, version_id, answers, right_ids, question_count, passed,
                            submitted_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7::uuid[], $8, $9, $10)
   on conflict (order_id, id) do nothing returning id`);

const clearAnswers = statement("courses_clear_quiz_answers")<
  { questionId: string },
  [lessonId: string, orderIds: string[]]
>(`with held as (
     select order_id, question_id from quiz_answers
      where lesson_id = $1 and order_id = any ($2::uuid[]) order by order_id, question_id for update)
   delete from quiz_answers q using held
    where q.order_id = held.order_id and q.lesson_id = $1 and q.question_id = held.question_id
   returning q.question_id as "questionId"`);
