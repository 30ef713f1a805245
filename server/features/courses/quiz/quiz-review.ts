import type { FastifyRequest } from "fastify";
import type { Quiz, QuizReview } from "#contract/courses/quiz.ts";
import type { Queryable } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { getLearner } from "#server/features/courses/progress/learner.ts";
import type { Services } from "#server/services.ts";
import type { Answers } from "./mark-quiz.ts";
import { type ReviewedRow, selectReviewed } from "./quiz-rows.ts";

/** So many failures, and the answers are told. */
const failuresUntilRevealed = 2;

/** One of a learner's own attempts, as the quiz was then. Throws like `getLearner`, and 404 for another's. */
export async function getQuizReview(
  services: Services,
  request: FastifyRequest,
  { lessonId, attemptId }: { lessonId: string; attemptId: string },
): Promise<QuizReview> {
  const { orderIds } = await getLearner(services, request, lessonId);
  const review = await findReview(services.pool, lessonId, orderIds, attemptId);
  if (!review) throw NotFound("Attempt not found");
  return review;
}

/** The attempt of this id at one of these orders. */
export async function findReview(
  client: Queryable,
  lessonId: string,
  orderIds: string[],
  attemptId: string,
): Promise<QuizReview | undefined> {
  const [row] = await selectReviewed(client, lessonId, orderIds, attemptId);
  return row && reviewOf(row);
}

function reviewOf({ quiz, answers, rightIds, failedCount, hasPassed, ...attempt }: ReviewedRow): QuizReview {
  const isRevealed = hasPassed || failedCount >= failuresUntilRevealed;
  return {
    ...attempt,
    neededPercent: quiz.neededPercent,
    isRevealed,
    questions: reviewedQuestions(quiz, answers, rightIds, isRevealed),
  };
}

/** The questions with what was chosen, and with what is right where it is told. */
export const reviewedQuestions = (
  { questions }: Quiz,
  answers: Answers,
  rightIds: string[],
  isRevealed: boolean,
): QuizReview["questions"] =>
  questions.map(({ id, kind, text, explanation, choices }) => ({
    id,
    kind,
    text,
    isRight: rightIds.includes(id),
    explanation: isRevealed ? explanation : null,
    choices: choices.map((choice) => ({
      id: choice.id,
      text: choice.text,
      isChosen: answers[id]?.includes(choice.id) ?? false,
      isCorrect: isRevealed ? choice.correct : null,
    })),
  }));
