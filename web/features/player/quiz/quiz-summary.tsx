import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";

type Props = { quiz: { questionCount: number; neededPercent: number }; children: ReactNode };

/** That a lesson ends with a quiz, for who cannot answer it here. */
export function QuizSummary({ quiz: { questionCount, neededPercent }, children }: Props) {
  return (
    <div className="m-5 flex max-w-3xl gap-3 rounded-xl bg-muted p-4 text-sm sm:mx-8">
      <ListChecks aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <p>
        <span className="block font-semibold">
          Quiz: {questionCount} {questionCount === 1 ? "question" : "questions"}, {neededPercent}% to pass
        </span>
        {children}
      </p>
    </div>
  );
}
