import { ChevronDown } from "lucide-react";
import { classNames } from "#web/ui/class-names.ts";

type Props = {
  /** Of those with one name only one is open at a time. */
  name?: string;
  className?: string;
  questions: readonly { question: string; answer: string }[];
};

/** Questions, each of which opens to its answer. Works without a script. */
export function StorefrontFaq({ name, className, questions }: Props) {
  return (
    <div className={classNames("store-box divide-y divide-border overflow-hidden bg-card", className)}>
      {questions.map(({ question, answer }, index) => (
        <details key={`${index} ${question}`} name={name} className="group/question">
          <summary
            dir="auto"
            className="flex min-h-12 cursor-pointer list-none items-center gap-4 px-4 py-3 font-medium sm:px-5 [&::-webkit-details-marker]:hidden"
          >
            <span dir="auto" className="grow wrap-anywhere">
              {question}
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-muted-foreground group-open/question:rotate-180"
            />
          </summary>
          <p
            dir="auto"
            className="max-w-prose px-4 pb-4 leading-relaxed wrap-anywhere whitespace-pre-line text-muted-foreground sm:px-5"
          >
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
