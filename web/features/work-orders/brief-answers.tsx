import type { BriefAnswers } from "#contract/work-orders/brief-problems.ts";
import type { BriefQuestion } from "#contract/work-orders/service-terms.ts";

type Props = { questions: readonly BriefQuestion[]; answers: BriefAnswers };

/** What was asked and what was answered, as it was typed. */
export function BriefAnswersList({ questions, answers }: Props) {
  return (
    <dl className="grid w-full gap-4 text-sm">
      {questions.map(({ id, label }) => (
        <div key={id} className="grid gap-0.5">
          <dt dir="auto" className="font-medium wrap-anywhere">
            {label}
          </dt>
          <dd dir="auto" className="whitespace-pre-line text-muted-foreground wrap-anywhere">
            {answers[id] || "No answer"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
