import { useEffect, useRef, useState } from "react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { AssignmentSkeleton } from "#web/features/player/assignment/assignment-skeleton.tsx";
import { AssignmentForm } from "#web/features/player/assignment/assignment-form.tsx";
import { DraftFiles } from "#web/features/player/assignment/draft-files.tsx";
import { SafeHtml } from "#web/features/player/lesson-text.tsx";
import { standingOf } from "#web/features/player/assignment/assignment-standing.ts";
import { SubmissionView } from "#web/features/player/assignment/submission-view.tsx";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { type KeepStatus, useAssignment } from "./use-assignment.ts";

const keepTexts: Record<KeepStatus, string> = {
  none: "",
  saving: "Saving…",
  saved: "What you wrote is saved. Only you see it until you hand it in.",
  waiting: "You seem to be offline. What you wrote is kept in this browser, and saved once you are back.",
  refused: "This cannot be saved any more, and is kept in this browser.",
};

/** A lesson's assignment: its task, what is being written, what was handed in and what its creator said. */
export function Assignment({ lessonId }: { lessonId: string }) {
  const { course } = useCourseVisit();
  const work = useAssignment(course.id, lessonId);
  const { assignment } = work;
  const heading = useRef<HTMLHeadingElement>(null);
  const [moves, setMoves] = useState(0);
  // What was pressed is gone.
  useEffect(() => {
    if (moves > 0) heading.current?.focus();
  }, [moves]);

  if (work.isFailed)
    return (
      <p className="mt-3 text-sm text-muted-foreground">
        The assignment could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={work.reload}>
          Try Again
        </Button>
      </p>
    );
  if (!assignment) return <AssignmentSkeleton />;

  const { draft, submissions, creatorName } = assignment;
  const newest = submissions.at(-1);
  const before = submissions.slice(0, -1);
  return (
    <div className="mt-3 grid gap-5">
      <SafeHtml html={assignment.taskHtml} />
      <h4 ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
        {standingOf(assignment)}
      </h4>
      {newest && <SubmissionView submission={newest} answeredBy={creatorName} />}
      {newest?.state === "SUBMITTED" && (
        <Button
          variant="outline"
          className="w-fit"
          onClick={() =>
            void work
              .takeBack(newest.number)
              .then(() => setMoves((count) => count + 1))
              .catch((error: unknown) => {
                reportFailure(error, "It could not be taken back");
                work.reload();
              })
          }
        >
          Take it back to change it
        </Button>
      )}
      {draft && (
        <AssignmentForm
          key={draft.number}
          text={work.text}
          onChange={work.write}
          kept={keepTexts[work.keeping]}
          hasFiles={draft.files.length > 0}
          files={
            (assignment.takesFiles || draft.files.length > 0) && (
              <DraftFiles
                files={draft.files}
                canAdd={assignment.takesFiles}
                onAdd={work.addFile}
                onRemove={work.removeFile}
              />
            )
          }
          onSubmit={async () => {
            await work.submit();
            setMoves((count) => count + 1);
          }}
        />
      )}
      {before.length > 0 && (
        <details className="lesson-part border-t border-border">
          <summary>Earlier tries ({before.length})</summary>
          <div className="grid gap-3 pb-4">
            {before.map((submission) => (
              <SubmissionView key={submission.number} submission={submission} answeredBy={creatorName} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
