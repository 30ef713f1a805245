import { FormProvider } from "react-hook-form";
import {
  createAutomationRule,
  listAutomationRules,
  updateAutomationRule,
} from "#contract/social/automation-rules.ts";
import { apiQuery, callApi } from "#web/api.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { fromList, useEditForm } from "#web/layout/use-edit-form.ts";
import { RuleFields } from "./rule-fields.tsx";
import type { Rule } from "./rule-texts.ts";
import { ruleFormSchema } from "./rule-form-schema.ts";
import { fieldOfInput, inputOfValues, newRuleValues, valuesOfRule } from "./rule-form-values.ts";
import { useRuleRefresh } from "./use-rule-changes.ts";

type RuleDialogProps = {
  open: boolean;
  /** The rule to edit; undefined for a new one. */
  rule: Rule | undefined;
  /** At least one. */
  accounts: readonly Account[];
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Adds a rule or changes one. Whatever would lose what was typed asks first. */
export function RuleDialog({ open, rule, accounts, onClose }: RuleDialogProps) {
  const { form, formId, edits, submit, isSaving, isUnsaved } = useEditForm({
    subject: "Automation rule",
    opened: rule,
    newValues: () => newRuleValues(accounts[0]?.id ?? ""),
    valuesOf: valuesOfRule,
    schema: ruleFormSchema,
    load: fromList(apiQuery(listAutomationRules)),
    save: (values, item) => {
      const body = inputOfValues(values);
      return item
        ? callApi(updateAutomationRule, {
            params: { id: item.id },
            body: { ...body, revision: item.revision },
          })
        : callApi(createAutomationRule, { body });
    },
    fieldOf: fieldOfInput,
    tellsReason: true,
    refresh: useRuleRefresh(),
    onSaved: () => onClose({ saved: true }),
  });
  return (
    <FormProvider {...form}>
      <EditDialog
        open={open}
        title={rule ? "Edit Rule" : "Add Rule"}
        size="md"
        formId={formId}
        submitLabel={rule ? "Save Changes" : "Create Rule"}
        isSaving={isSaving}
        edits={edits}
        isUnsaved={isUnsaved}
        onClose={onClose}
      >
        <form id={formId} onSubmit={submit} noValidate>
          <RuleFields rule={rule} accounts={accounts} />
        </form>
      </EditDialog>
    </FormProvider>
  );
}
