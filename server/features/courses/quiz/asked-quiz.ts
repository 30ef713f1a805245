import type { FastifyRequest } from "fastify";
import type { AskedQuiz, Quiz, QuizAnswer } from "#contract/courses/quiz.ts";
import { statement } from "#server/database/statement.ts";
import { getLearner } from "#server/features/courses/progress/learner.ts";
import type { Services } from "#server/services.ts";
import { choicesOf } from "./mark-quiz.ts";
import { getCurrentQuiz, QuizChanged, selectAttempts } from "./quiz-rows.ts";

/**
 * A lesson's quiz for its learner, without what is right, and with what they have chosen and come to at all proven
 * orders. Throws like `getLearner`, and 404 where the lesson has none.
 */
export async function getQuiz(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
): Promise<AskedQuiz> {
  const { orderIds } = await getLearner(services, request, lessonId);
  const { pool } = services;
  const { versionId, quiz } = await getCurrentQuiz(pool, lessonId);
  const [answers, attempts] = await Promise.all([
    selectAnswers(pool, lessonId, orderIds),
    selectAttempts(pool, lessonId, orderIds),
  ]);
  const chosen = new Map(answers.map(({ questionId, choiceIds }) => [questionId, choiceIds]));
  const [newest] = attempts;
  return {
    versionId,
    neededPercent: quiz.neededPercent,
    questions: askedQuestions(quiz),
    // Of an edited quiz those count whose question and choices are still there.
    answers: quiz.questions.flatMap((question) => {
      const choiceIds = choicesOf(question, chosen.get(question.id) ?? []);
      return choiceIds.length > 0 ? [{ questionId: question.id, choiceIds }] : [];
    }),
    attempts,
    attemptCount: newest?.attemptCount ?? 0,
    bestPercent: newest?.bestPercent ?? null,
    passed: newest?.hasPassed ?? false,
  };
}

/** The questions without what is right. */
export const askedQuestions = ({ questions }: Quiz): AskedQuiz["questions"] =>
  questions.map(({ id, kind, text, choices }) => ({
    id,
    kind,
    text,
    choices: choices.map((choice) => ({ id: choice.id, text: choice.text })),
  }));

/**
 * Keeps what is chosen at a question, unless something later was chosen or submitted. Throws like `getLearner`, and 409
 * `QUIZ_CHANGED` where there is no such question any more.
 */
export async function saveQuizAnswer(
  services: Services,
  request: FastifyRequest,
  { lessonId, questionId }: { lessonId: string; questionId: string },
  { choiceIds, secondsAgo }: { choiceIds: string[]; secondsAgo: number },
): Promise<QuizAnswer> {
  const { orderId, orderIds, customerId } = await getLearner(services, request, lessonId);
  const { pool, clock } = services;
  const { quiz } = await getCurrentQuiz(pool, lessonId);
  const question = quiz.questions.find(({ id }) => id === questionId);
  if (!question) throw QuizChanged();
  const chosen = choicesOf(question, choiceIds);
  const answeredAt = new Date(clock.now().getTime() - secondsAgo * 1000);
  await saveAnswer(pool, orderId, lessonId, questionId, customerId, chosen, answeredAt, orderIds);
  return { questionId, choiceIds: chosen };
}

const selectAnswers = statement("courses_select_quiz_answers")<
  QuizAnswer,
  [lessonId: string, orderIds: string[]]
>(`select distinct on (question_id) question_id as "questionId", choice_ids as "choiceIds"
     from quiz_answers where lesson_id = $1 and order_id = any ($2::uuid[])
    order by question_id, answered_at desc`);

const saveAnswer = statement("courses_save_quiz_answer")<
  { questionId: string },
  [
    orderId: string,
    lessonId: string,
    questionId: string,
    customerId: string,
    choiceIds: string[],
    answeredAt: Date,
    orderIds: string[],
  ]
>(`insert into quiz_answers as q (order_id, lesson_id, question_id, customer_id, choice_ids, answered_at)
   select $1, l.id, $3, $4, $5::uuid[], $6::timestamptz from lessons l
    where l.id = $2 and not exists (
      select from quiz_attempts a
       where a.lesson_id = l.id and a.order_id = any ($7::uuid[]) and a.submitted_at >= $6::timestamptz)
      for key share of l
   on conflict (order_id, lesson_id, question_id) do update
      set choice_ids = excluded.choice_ids, answered_at = excluded.answered_at
    where excluded.answered_at >= q.answered_at
   returning question_id as "questionId"`);
