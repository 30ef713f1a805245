import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DiscardGuard } from "./discard-guard.tsx";
import { EditNotes } from "./edit-notes.tsx";
import type { SaveQuestion } from "./use-edit-form.ts";
import type { Edits } from "./use-edits.ts";

type EditDialogProps = {
  open: boolean;
  title: string;
  description?: string;
  size: "md" | "lg" | "xl";
  /** The form inside, which the button sends. */
  formId: string;
  submitLabel: string;
  isSaving: boolean;
  /** What was typed, and what became of it. */
  edits: Edits;
  /** There is something that closing would lose. */
  isUnsaved: boolean;
  /** It cannot be sent yet. */
  isDisabled?: boolean;
  /** Asked before it is saved. */
  question?: SaveQuestion | undefined;
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
  children: ReactNode;
};

/** Around a form that adds or changes something. Whatever would lose what was typed asks first. */
export function EditDialog({
  open,
  title,
  description,
  size,
  formId,
  submitLabel,
  isSaving,
  edits,
  isUnsaved,
  isDisabled = false,
  question,
  onClose,
  children,
}: EditDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose({ saved: false })}
      title={title}
      {...(description !== undefined && { description })}
      size={size}
      fullHeight
      footer={
        <>
          <Button variant="outline" onClick={() => onClose({ saved: false })} className="max-sm:grow">
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={isSaving}
            disabled={isDisabled}
            className="max-sm:grow"
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <EditNotes edits={edits} />
      {children}
      {question && (
        <ConfirmDialog
          open
          onOpenChange={() => question.answer(false)}
          title="Save anyway?"
          description={question.consequence}
          confirmLabel="Save anyway"
          cancelLabel="Keep editing"
          onConfirm={() => question.answer(true)}
        />
      )}
      <DiscardGuard active={open && isUnsaved} onDiscard={edits.clearDraft} />
    </Dialog>
  );
}
