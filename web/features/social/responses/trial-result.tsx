import { CircleCheck, CircleSlash } from "lucide-react";
import { modeName } from "./response-texts.ts";
import type { useTryKeywords } from "./use-try-keywords.ts";

type TrialResultProps = ReturnType<typeof useTryKeywords> & {
  text: string;
  /** A response is being written, and takes part. */
  hasDraft: boolean;
};

/** What a text would be answered with. */
export function TrialResult({ text, hasDraft, result, failed }: TrialResultProps) {
  return (
    <p role="status" className="flex min-h-6 items-start gap-2 text-sm wrap-anywhere">
      {text.trim() === "" ? (
        <span className="text-muted-foreground">Nothing is sent.</span>
      ) : failed ? (
        "This could not be tried just now."
      ) : !result ? null : result.answeredBy ? (
        <>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success-soft-foreground" />
          <span className="min-w-0">
            {result.answeredBy.draft
              ? "This response answers"
              : hasDraft
                ? "Another response answers"
                : "Answered"}
            , for “{result.answeredBy.keyword}” ({modeName[result.answeredBy.matchMode].toLowerCase()}).
          </span>
        </>
      ) : (
        <>
          <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span className="min-w-0">No keyword matches. Your automation rules decide.</span>
        </>
      )}
    </p>
  );
}
