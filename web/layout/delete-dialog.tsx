import { useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type DeleteDialogProps<Item> = {
  /** What is to be deleted; undefined, and it is closed. */
  deleteTarget: Item | undefined;
  words: (deleteTarget: Item) => { title: string; description: string; confirmLabel?: string };
  pending: boolean;
  onDelete: (deleteTarget: Item) => void;
  onClose: () => void;
};

/** Asks before something is deleted. The caller closes it once that is done. */
export function DeleteDialog<Item extends object>({
  deleteTarget,
  words,
  pending,
  onDelete,
  onClose,
}: DeleteDialogProps<Item>) {
  // What it said stays for the moment in which it closes.
  const [last, setLast] = useState(deleteTarget);
  if (deleteTarget && deleteTarget !== last) setLast(deleteTarget);
  const texts = last && words(last);
  return (
    <ConfirmDialog
      open={deleteTarget !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={texts?.title}
      description={texts?.description}
      confirmLabel={texts?.confirmLabel ?? "Delete"}
      destructive
      pending={pending}
      onConfirm={() => deleteTarget && onDelete(deleteTarget)}
    />
  );
}
