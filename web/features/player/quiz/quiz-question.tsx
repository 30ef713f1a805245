import type { AskedQuiz } from "./quiz-answers.ts";

type Props = {
  question: AskedQuiz["questions"][number];
  number: number;
  count: number;
  chosen: readonly string[];
  onChoose: (choiceIds: string[]) => void;
};

/** One question with its choices: radio buttons, or checkboxes where several may be right. */
export function QuizQuestion({
  question: { id, kind, text, choices },
  number,
  count,
  chosen,
  onChoose,
}: Props) {
  const isSingle = kind === "SINGLE";
  const choose = (choiceId: string, isChosen: boolean) => {
    if (isSingle) onChoose([choiceId]);
    else
      onChoose(
        choices.flatMap((c) => ((c.id === choiceId ? isChosen : chosen.includes(c.id)) ? [c.id] : [])),
      );
  };
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 grid gap-1">
        <span className="text-sm text-muted-foreground">
          Question {number} of {count}
          {!isSingle && " · Choose all that are right"}
        </span>
        <span className="font-medium wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </span>
      </legend>
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="flex min-h-12 cursor-pointer items-start gap-3 rounded-xl border border-input bg-card px-4 py-3 text-sm hover:border-muted-foreground/60 has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-foreground"
        >
          <input
            type={isSingle ? "radio" : "checkbox"}
            name={id}
            checked={chosen.includes(choice.id)}
            onChange={(event) => choose(choice.id, event.currentTarget.checked)}
            className="mt-0.5 size-4.5 shrink-0 accent-brand"
          />
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {choice.text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
