import { isolated } from "#contract/isolated.ts";
import { CircleCheck, CircleSlash } from "lucide-react";
import { modeName } from "./response-texts.ts";
import type { useTryKeywords } from "./use-try-keywords.ts";

type Trial = ReturnType<typeof useTryKeywords>;
type TrialResultProps = Trial & {
  text: string;
  /** A response is being written, and takes part. */
  hasDraft: boolean;
};

/** What a text would be answered with, and what else would happen. */
export function TrialResult({ text, hasDraft, result, failed }: TrialResultProps) {
  const { answeredBy, alsoBy = [] } = result ?? {};
  return (
    <div role="status" className="grid min-h-6 gap-1 text-sm wrap-anywhere">
      {text.trim() === "" ? (
        <p className="text-muted-foreground">Nothing is sent.</p>
      ) : failed ? (
        <p>This could not be tried just now.</p>
      ) : !result ? null : answeredBy ? (
        <p className="flex items-start gap-2">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success-soft-foreground" />
          <span className="min-w-0">
            {whoAnswers(answeredBy, hasDraft)}
            {whyOf(answeredBy)}.
          </span>
        </p>
      ) : (
        <p className="flex items-start gap-2">
          <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span className="min-w-0">No keyword or rule answers this.</span>
        </p>
      )}
      {text.trim() !== "" && !failed && alsoBy.length > 0 && (
        <p className="pl-6 text-muted-foreground">
          Also: {alsoBy.map((name) => `“${isolated(name)}”`).join(", ")}
        </p>
      )}
    </div>
  );
}

type AnsweredBy = NonNullable<NonNullable<Trial["result"]>["answeredBy"]>;

function whoAnswers({ draft, ruleName }: AnsweredBy, hasDraft: boolean): string {
  if (ruleName !== null) return `The rule “${isolated(ruleName)}” answers`;
  if (draft) return "This response answers";
  return hasDraft ? "Another response answers" : "Answered";
}

function whyOf({ keyword, matchMode, isLoose }: AnsweredBy): string {
  if (keyword === null || matchMode === null) return "";
  const mode = modeName[matchMode].toLowerCase();
  return `, for “${isolated(keyword)}” (${isLoose ? `${mode}, without accents` : mode})`;
}
