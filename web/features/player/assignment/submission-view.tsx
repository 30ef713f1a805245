import type { getAssignment } from "#contract/courses/assignment.ts";
import { momentText } from "#contract/dates.ts";
import type { Output } from "#web/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useZone } from "#web/ui/dates.ts";
import { SubmittedFiles } from "./submitted-files.tsx";

export type Submission = Output<typeof getAssignment>["submissions"][number];

type Props = {
  submission: Submission;
  /** Who wrote the answer, as this reader calls them. */
  answeredBy: string;
};

const states = {
  SUBMITTED: { tone: "info", text: "Handed in" },
  RETURNED: { tone: "warning", text: "Please try again" },
  ACCEPTED: { tone: "success", text: "Accepted" },
} as const;

/** One piece of work with its answer. All texts are plain. */
export function SubmissionView({ submission, answeredBy }: Props) {
  const zone = useZone();
  const { number, state, text, files, submittedAt, answer, answeredAt } = submission;
  return (
    <article aria-label={`Try ${number}`} className="grid gap-3 rounded-xl border border-border p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">Try {number}</span>
        <Badge tone={states[state].tone}>{states[state].text}</Badge>
        <span className="text-muted-foreground">{momentText(submittedAt, zone)}</span>
      </p>
      {text.trim() !== "" && (
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
      )}
      <SubmittedFiles files={files} />
      {answeredAt && answer !== "" && (
        <div className="grid gap-1 rounded-lg bg-muted px-3 py-2">
          <p className="font-medium">
            {answeredBy}, {momentText(answeredAt, zone)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {answer}
          </p>
        </div>
      )}
    </article>
  );
}
