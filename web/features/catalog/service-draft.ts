import { type BriefQuestion, ServiceTerms } from "#contract/work-orders/service-terms.ts";
import { readNumber } from "#web/ui/typed-number.ts";

/** A question as it is typed: its choices a line each. */
export type QuestionDraft = Omit<BriefQuestion, "choices"> & { choices: string };

/** What a service's buyers are asked and promised, as it is typed. */
export type ServiceDraft = { deliveryDays: string; questions: QuestionDraft[] };

export const emptyService: ServiceDraft = { deliveryDays: "", questions: [] };

/** A new service asks what most have to know first. */
export const usualService: ServiceDraft = {
  deliveryDays: "",
  questions: [{ id: "q1", kind: "LONG", label: "What do you need?", required: true, choices: "" }],
};

/** A question whose id none of the others has. */
export function newQuestion(questions: readonly QuestionDraft[]): QuestionDraft {
  const numbers = questions.map(({ id }) => Number(/^q(\d+)$/.exec(id)?.[1] ?? 0));
  return { id: `q${Math.max(0, ...numbers) + 1}`, kind: "SHORT", label: "", required: true, choices: "" };
}

export const draftOfTerms = (terms: ServiceTerms | null): ServiceDraft =>
  terms
    ? {
        deliveryDays: terms.deliveryDays === null ? "" : String(terms.deliveryDays),
        questions: terms.questions.map(({ choices, ...question }) => ({
          ...question,
          choices: choices.join("\n"),
        })),
      }
    : emptyService;

/** The draft as the server takes it, or what is wrong with it and in which question. */
export function readService({
  deliveryDays,
  questions,
}: ServiceDraft): { terms: ServiceTerms } | { problem: string; question: number | null } {
  const days = readNumber(deliveryDays, "whole");
  if ("problem" in days) return { problem: days.problem, question: null };
  const { data, error } = ServiceTerms.safeParse({
    deliveryDays: days.value,
    questions: questions.map(({ choices, ...question }) => ({
      ...question,
      choices: question.kind === "CHOICE" ? linesOf(choices) : [],
    })),
  });
  if (data) return { terms: data };
  const [issue] = error.issues;
  const place = issue?.path[0] === "questions" ? issue.path[1] : undefined;
  return {
    problem: issue?.message ?? "Something here is not right",
    question: typeof place === "number" ? place : null,
  };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
