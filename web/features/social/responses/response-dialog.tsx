import { FormProvider } from "react-hook-form";
import {
  createKeywordResponse,
  listKeywordResponses,
  updateKeywordResponse,
} from "#contract/social/keyword-responses.ts";
import { apiQuery, callApi } from "#web/api.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { fromList, useEditForm } from "#web/layout/use-edit-form.ts";
import { ResponseFields } from "./response-fields.tsx";
import type { Response } from "./response-texts.ts";
import { responseFormSchema } from "./response-form-schema.ts";
import { fieldOfInput, inputOfValues, newResponseValues, valuesOfResponse } from "./response-form-values.ts";
import { useResponseRefresh } from "./use-response-changes.ts";

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
  const { form, formId, edits, submit, isSaving, isUnsaved } = useEditForm({
    subject: "Keyword response",
    opened: response,
    newValues: () => newResponseValues(accounts[0]?.id ?? ""),
    valuesOf: valuesOfResponse,
    schema: responseFormSchema,
    load: fromList(apiQuery(listKeywordResponses)),
    save: (values, item) => {
      const body = inputOfValues(values);
      return item
        ? callApi(updateKeywordResponse, {
            params: { id: item.id },
            body: { ...body, revision: item.revision },
          })
        : callApi(createKeywordResponse, { body });
    },
    fieldOf: fieldOfInput,
    tellsReason: true,
    refresh: useResponseRefresh(),
    onSaved: () => onClose({ saved: true }),
  });
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
