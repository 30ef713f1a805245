import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { momentText } from "#contract/dates.ts";
import { getSubmission } from "#contract/courses/submissions.ts";
import { SafeHtml } from "#web/features/player/lesson-text.tsx";
import { SubmissionView } from "#web/features/player/assignment/submission-view.tsx";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnswerForm } from "./answer-form.tsx";
import type { ListedSubmission } from "./use-submissions.ts";

/** One piece of work in the list; opened, it is read and answered. */
export function SubmissionCard({ submission }: { submission: ListedSubmission }) {
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const { id, buyerName, lessonTitle, courseTitle, number, excerpt, fileCount, submittedAt } = submission;
  const files = fileCount === 0 ? "" : fileCount === 1 ? "1 file" : `${fileCount} files`;
  const action = isOpen ? "Close" : submission.state === "SUBMITTED" ? "Read and answer" : "Read";
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-sm font-semibold wrap-anywhere">
            <bdi>{buyerName}</bdi>: <bdi>{lessonTitle}</bdi>
          </h2>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            <bdi>{courseTitle}</bdi> · {momentText(submittedAt, zone)}
            {number > 1 && ` · Try ${number}`}
            {files && ` · ${files}`}
          </p>
        </div>
        <Button
          variant={isOpen ? "ghost" : "outline"}
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${action}: ${buyerName}, ${lessonTitle}`}
          onClick={() => setOpen(!isOpen)}
        >
          {action}
        </Button>
      </div>
      {isOpen ? (
        <OpenSubmission id={id} />
      ) : (
        excerpt && (
          <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
            {excerpt}
          </p>
        )
      )}
    </Card>
  );
}

function OpenSubmission({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(getSubmission, { params: { id } }),
    // An answer that is being written is kept beside what it answers.
    refetchOnWindowFocus: false,
  });
  if (isError && !data)
    return (
      <p className="text-sm text-muted-foreground">
        This could not be loaded. Its buyer may have taken it back.{" "}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="h-40 w-full" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <details className="text-sm">
        <summary className="cursor-pointer font-medium">The task</summary>
        <SafeHtml html={data.taskHtml} className="mt-2" />
      </details>
      {data.submissions.map((one) => (
        <SubmissionView key={one.number} submission={one} answeredBy="You" />
      ))}
      {data.state === "SUBMITTED" && <AnswerForm submission={data} />}
      <LinkButton
        variant="ghost"
        size="sm"
        className="w-fit"
        href={`/admin?tab=customers&customer=${data.customerId}`}
      >
        View customer
      </LinkButton>
    </div>
  );
}
