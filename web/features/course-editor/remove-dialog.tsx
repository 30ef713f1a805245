import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type DraftModule, learnerCountQuery } from "./course-draft.ts";
import type { EditedLesson } from "./lesson-fields.ts";

export type Doomed = { kind: "module"; module: DraftModule } | { kind: "lesson"; lesson: EditedLesson };

type Props = {
  productId: string;
  doomed: Doomed | undefined;
  onClose: () => void;
  onRemove: (doomed: Doomed) => Promise<void>;
};

/** Asks before a module or a lesson is deleted, and says what is lost with it. */
export function RemoveDialog({ productId, doomed, onClose, onRemove }: Props) {
  const [removing, setRemoving] = useState(false);
  // What it said stays for the moment in which it closes.
  const [last, setLast] = useState(doomed);
  if (doomed && doomed !== last) setLast(doomed);
  const { data, isFetching } = useQuery({
    ...learnerCountQuery(
      productId,
      last?.kind === "module" ? { moduleId: last.module.id } : { lessonId: last?.lesson.id ?? "" },
    ),
    enabled: doomed !== undefined,
    staleTime: 0,
    retry: false,
  });
  return (
    <ConfirmDialog
      open={doomed !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={last?.kind === "module" ? "Delete module" : "Delete lesson"}
      description={last && lossText(last, data?.learnerCount)}
      confirmLabel="Delete"
      destructive
      // Nobody deletes what they were not told of.
      preparing={isFetching}
      pending={removing}
      onConfirm={() => {
        if (!doomed) return;
        setRemoving(true);
        void onRemove(doomed).finally(() => {
          setRemoving(false);
          onClose();
        });
      }}
    />
  );
}

function lossText(doomed: Doomed, learnerCount: number | undefined): string {
  const { title } = doomed.kind === "module" ? doomed.module : doomed.lesson;
  const content =
    doomed.kind === "lesson"
      ? "its text, its video and its captions"
      : doomed.module.lessons.length === 0
        ? undefined
        : doomed.module.lessons.length === 1
          ? "its lesson"
          : `its ${doomed.module.lessons.length} lessons`;
  const learners =
    learnerCount === undefined
      ? " The progress of whoever has begun it is lost too."
      : learnerCount === 0
        ? ""
        : ` ${learnerCount === 1 ? "1 buyer has" : `${learnerCount} buyers have`} begun it: their progress in it is lost too.`;
  return `“${title}”${content ? ` and ${content} are` : " is"} deleted, for your buyers too.${learners} This cannot be undone.`;
}
