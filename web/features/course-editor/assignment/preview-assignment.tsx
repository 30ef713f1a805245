import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewAssignment } from "#contract/courses/work-preview.ts";
import { apiQuery } from "#web/api.ts";
import { AssignmentForm } from "#web/features/player/assignment/assignment-form.tsx";
import { AssignmentSkeleton } from "#web/features/player/assignment/assignment-skeleton.tsx";
import { standingOf } from "#web/features/player/assignment/assignment-standing.ts";
import { DraftFiles } from "#web/features/player/assignment/draft-files.tsx";
import { SafeHtml } from "#web/features/player/lesson-text.tsx";
import { Button } from "#web/ui/button.tsx";

type Props = { productId: string; lessonId: string };

/** An assignment as buyers find it. What is typed is kept nowhere, and nothing is handed in. */
export function PreviewAssignment(params: Props) {
  const query = apiQuery(previewAssignment, { params });
  const { data: assignment, isError, refetch } = useQuery({ ...query, staleTime: 0 });
  const [text, setText] = useState("");
  return (
    <section aria-labelledby="assignment-title" className="lesson-quiz max-w-3xl px-5 py-6 sm:px-8">
      <h3 id="assignment-title" className="text-base font-semibold">
        Assignment
      </h3>
      {!assignment && isError && (
        <p className="mt-3 text-sm text-muted-foreground">
          The assignment could not be loaded.{" "}
          <Button variant="ghost" size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {!assignment && !isError && <AssignmentSkeleton />}
      {assignment && (
        <div className="mt-3 grid gap-5">
          <SafeHtml html={assignment.taskHtml} />
          <h4 className="text-sm font-semibold">{standingOf(assignment)}</h4>
          <AssignmentForm
            text={text}
            onChange={setText}
            kept="This is a preview: nothing is kept, and nothing is handed in."
            hasFiles={false}
            files={
              assignment.takesFiles && (
                <DraftFiles
                  files={[]}
                  canAdd
                  disabled
                  onAdd={() => Promise.resolve()}
                  onRemove={() => Promise.resolve()}
                />
              )
            }
          />
        </div>
      )}
    </section>
  );
}
