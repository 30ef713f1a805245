import type { getQuiz, submitQuiz } from "#contract/courses/quiz.ts";
import type { Output } from "#web/api.ts";

export type AskedQuiz = Output<typeof getQuiz>;
export type QuizReview = Output<typeof submitQuiz>;
/** The choices of each question that was answered. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

/** What was chosen, as the server takes it. */
export const answersOf = ({ questions }: AskedQuiz, chosen: Chosen) =>
  questions.flatMap(({ id }) => {
    const choiceIds = chosen[id] ?? [];
    return choiceIds.length > 0 ? [{ questionId: id, choiceIds: [...choiceIds] }] : [];
  });
