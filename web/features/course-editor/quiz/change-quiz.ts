import type { Quiz } from "#web/features/course-editor/lesson-fields.ts";

export type Question = Quiz["questions"][number];
export type Choice = Question["choices"][number];

const newChoice = (): Choice => ({ id: crypto.randomUUID(), text: "", correct: false });

export const newQuestion = (): Question => ({
  id: crypto.randomUUID(),
  kind: "SINGLE",
  text: "",
  explanation: "",
  choices: [newChoice(), newChoice()],
});

export const withChoice = (question: Question): Question => ({
  ...question,
  choices: [...question.choices, newChoice()],
});

/** Another kind keeps the choices; of several right ones a single choice keeps the first. */
export function ofKind(question: Question, kind: Question["kind"]): Question {
  const first = question.choices.find(({ correct }) => correct);
  return {
    ...question,
    kind,
    choices:
      kind === "MULTIPLE"
        ? question.choices
        : question.choices.map((choice) => ({ ...choice, correct: choice.id === first?.id })),
  };
}

/** Says whether a choice is right. Where one alone can be, the others are not from then on. */
export const withRight = (question: Question, choiceId: string, correct: boolean): Question => ({
  ...question,
  choices: question.choices.map((choice) => {
    if (choice.id === choiceId) return { ...choice, correct };
    return question.kind === "SINGLE" ? { ...choice, correct: false } : choice;
  }),
});

/** The same items in the order of these ids. */
export const inOrderOf = <Item extends { id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] => ids.flatMap((id) => items.find((item) => item.id === id) ?? []);

/** One of them changed. */
export const replaced = <Item extends { id: string }>(items: readonly Item[], item: Item): Item[] =>
  items.map((each) => (each.id === item.id ? item : each));

export const without = <Item extends { id: string }>(items: readonly Item[], id: string): Item[] =>
  items.filter((item) => item.id !== id);
