import type { Question, Quiz, QuizAnswer } from "#contract/courses/quiz.ts";

/** What was chosen, by question. */
export type Answers = Record<string, string[]>;

/** The answers to questions of this quiz, each with choices that it has; everything else is left out. */
export function answersOf({ questions }: Quiz, given: readonly QuizAnswer[]): Answers {
  const chosen = new Map(given.map(({ questionId, choiceIds }) => [questionId, choiceIds]));
  return Object.fromEntries(
    questions.flatMap((question) => {
      const choiceIds = choicesOf(question, chosen.get(question.id) ?? []);
      return choiceIds.length > 0 ? [[question.id, choiceIds]] : [];
    }),
  );
}

/** Those of the choices that the question has, in its own order. */
export const choicesOf = ({ choices }: Question, choiceIds: readonly string[]): string[] =>
  choices.flatMap(({ id }) => (choiceIds.includes(id) ? [id] : []));

/** The questions that are answered right, all of their choices or nothing; and whether they are enough. */
export function markQuiz({ questions, neededPercent }: Quiz, answers: Answers) {
  const rightIds = questions
    .filter((question) => isRight(question, answers[question.id] ?? []))
    .map(({ id }) => id);
  const passed = rightIds.length > 0 && rightIds.length * 100 >= neededPercent * questions.length;
  return { rightIds, passed };
}

const isRight = ({ choices }: Question, chosen: string[]): boolean =>
  choices.every(({ id, correct }) => correct === chosen.includes(id));
