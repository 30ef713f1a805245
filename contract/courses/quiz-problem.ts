import type { Question, Quiz } from "./quiz.ts";

/** What is missing before buyers can be asked; undefined for a quiz that is whole. */
export function quizProblem({ questions }: Quiz): string | undefined {
  if (questions.length === 0) return "Add a question";
  for (const [index, question] of questions.entries()) {
    const problem = questionProblem(question);
    if (problem) return `Question ${index + 1}: ${problem}`;
  }
  return undefined;
}

/** The same of one question. */
export function questionProblem({ kind, text, choices }: Question): string | undefined {
  if (text.trim() === "") return "write what is asked";
  if (choices.length < 2) return "give at least two choices";
  if (choices.some((choice) => choice.text.trim() === "")) return "write every choice, or remove it";
  const rightCount = choices.filter(({ correct }) => correct).length;
  if (rightCount === 0) return "say which choice is right";
  if (kind === "SINGLE" && rightCount > 1) return "only one choice can be right";
  return undefined;
}
