import { FormProvider } from "react-hook-form";
import type { Account } from "#web/features/social/social-queries.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { ResponseFields } from "./response-fields.tsx";
import type { Response } from "./response-texts.ts";
import { useResponseForm } from "./use-response-form.ts";

type ResponseDialogProps = {
  open: boolean;
  /** The response to edit; undefined for a new one. */
  response: Response | undefined;
  /** At least one. */
  accounts: readonly Account[];
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Adds a keyword response or changes one. Whatever would lose what was typed asks first. */
export function ResponseDialog({ open, response, accounts, onClose }: ResponseDialogProps) {
  const { form, formId, edits, submit, isSaving, isUnsaved } = useResponseForm(
    response,
    accounts[0]?.id ?? "",
    () => onClose({ saved: true }),
  );
  return (
    <FormProvider {...form}>
      <EditDialog
        open={open}
        title={response ? "Edit Response" : "Add Response"}
        size="xl"
        formId={formId}
        submitLabel={response ? "Save Changes" : "Create Response"}
        isSaving={isSaving}
        edits={edits}
        isUnsaved={isUnsaved}
        onClose={onClose}
      >
        <form id={formId} onSubmit={submit} noValidate>
          <ResponseFields response={response} accounts={accounts} />
        </form>
      </EditDialog>
    </FormProvider>
  );
}
