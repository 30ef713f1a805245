import { isolated } from "#contract/isolated.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type DraftModule, learnerCountQuery } from "./course-draft.ts";
import type { EditedLesson } from "./lesson-fields.ts";

export type DeleteTarget = { kind: "module"; module: DraftModule } | { kind: "lesson"; lesson: EditedLesson };

type Props = {
  productId: string;
  deleteTarget: DeleteTarget | undefined;
  onClose: () => void;
  onRemove: (deleteTarget: DeleteTarget) => Promise<void>;
};

/** Asks before a module or a lesson is deleted, and says what is lost with it. */
export function RemoveDialog({ productId, deleteTarget, onClose, onRemove }: Props) {
  const [removing, setRemoving] = useState(false);
  // What it said stays for the moment in which it closes.
  const [last, setLast] = useState(deleteTarget);
  if (deleteTarget && deleteTarget !== last) setLast(deleteTarget);
  const { data, isFetching } = useQuery({
    ...learnerCountQuery(
      productId,
      last?.kind === "module" ? { moduleId: last.module.id } : { lessonId: last?.lesson.id ?? "" },
    ),
    enabled: deleteTarget !== undefined,
    staleTime: 0,
    retry: false,
  });
  return (
    <ConfirmDialog
      open={deleteTarget !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={last?.kind === "module" ? "Delete module" : "Delete lesson"}
      description={last && lossText(last, data?.learnerCount)}
      confirmLabel="Delete"
      destructive
      // Nobody deletes what they were not told of.
      preparing={isFetching}
      pending={removing}
      onConfirm={() => {
        if (!deleteTarget) return;
        setRemoving(true);
        void onRemove(deleteTarget).finally(() => {
          setRemoving(false);
          onClose();
        });
      }}
    />
  );
}

function lossText(deleteTarget: DeleteTarget, learnerCount: number | null | undefined): string {
  const { title } = deleteTarget.kind === "module" ? deleteTarget.module : deleteTarget.lesson;
  const content =
    deleteTarget.kind === "lesson"
      ? "its text, its video and its captions"
      : deleteTarget.module.lessons.length === 0
        ? undefined
        : deleteTarget.module.lessons.length === 1
          ? "its lesson"
          : `its ${deleteTarget.module.lessons.length} lessons`;
  const learners =
    learnerCount === undefined || learnerCount === null
      ? " The progress of whoever has begun it is lost too."
      : learnerCount === 0
        ? ""
        : ` ${learnerCount === 1 ? "1 buyer has" : `${learnerCount} buyers have`} begun it: their progress in it is lost too.`;
  return `“${isolated(title)}”${content ? ` and ${content} are` : " is"} deleted, for your buyers too.${learners} This cannot be undone.`;
}
