import { mostLongAnswer, mostShortAnswer } from "./brief-limits.ts";
import type { BriefQuestion } from "./service-terms.ts";

/** What was answered, by the ids of the questions; what is left out is empty. */
export type BriefAnswers = Readonly<Record<string, string>>;

/** What is wrong with the answers to a brief, by the ids of its questions; nothing where it can be sent. */
export function briefProblems(
  questions: readonly BriefQuestion[],
  answers: BriefAnswers,
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const problem = problemOf(question, (answers[question.id] ?? "").trim());
      return problem === undefined ? [] : [[question.id, problem]];
    }),
  );
}

function problemOf({ kind, required, choices }: BriefQuestion, answer: string): string | undefined {
  if (answer === "") return required ? "Please answer this question" : undefined;
  if (kind === "CHOICE") return choices.includes(answer) ? undefined : "Choose one of these";
  const most = kind === "SHORT" ? mostShortAnswer : mostLongAnswer;
  if (answer.length > most) return `Use at most ${most.toLocaleString("en-US")} characters`;
  return kind === "SHORT" && /[\r\n]/.test(answer) ? "Use one line" : undefined;
}
