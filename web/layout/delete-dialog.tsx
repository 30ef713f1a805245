import { useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type DeleteDialogProps<Item> = {
  /** What is to be deleted; undefined, and it is closed. */
  doomed: Item | undefined;
  words: (doomed: Item) => { title: string; description: string; confirmLabel?: string };
  pending: boolean;
  onDelete: (doomed: Item) => void;
  onClose: () => void;
};

/** Asks before something is deleted. The caller closes it once that is done. */
export function DeleteDialog<Item extends object>({
  doomed,
  words,
  pending,
  onDelete,
  onClose,
}: DeleteDialogProps<Item>) {
  // What it said stays for the moment in which it closes.
  const [last, setLast] = useState(doomed);
  if (doomed && doomed !== last) setLast(doomed);
  const said = last && words(last);
  return (
    <ConfirmDialog
      open={doomed !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={said?.title}
      description={said?.description}
      confirmLabel={said?.confirmLabel ?? "Delete"}
      destructive
      pending={pending}
      onConfirm={() => doomed && onDelete(doomed)}
    />
  );
}
