import { FormProvider } from "react-hook-form";
import type { Account } from "#web/features/social/social-queries.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { RuleFields } from "./rule-fields.tsx";
import type { Rule } from "./rule-texts.ts";
import { useRuleForm } from "./use-rule-form.ts";

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
  const { form, formId, edits, submit, isSaving, isUnsaved } = useRuleForm(rule, accounts[0]?.id ?? "", () =>
    onClose({ saved: true }),
  );
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
