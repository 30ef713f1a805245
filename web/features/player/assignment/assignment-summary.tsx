import { PencilLine } from "lucide-react";
import type { ReactNode } from "react";

/** That a lesson ends with an assignment, for who cannot do it here. */
export function AssignmentSummary({ needsAnswer, children }: { needsAnswer: boolean; children: ReactNode }) {
  return (
    <div className="m-5 flex max-w-3xl gap-3 rounded-xl bg-muted p-4 text-sm sm:mx-8">
      <PencilLine aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <p>
        <span className="block font-semibold">
          Assignment{needsAnswer && ", with an answer from the creator"}
        </span>
        {children}
      </p>
    </div>
  );
}
