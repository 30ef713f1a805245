import { useId } from "react";
import { Controller, FormProvider, useWatch } from "react-hook-form";
import {
  createAutomationRule,
  listAutomationRules,
  updateAutomationRule,
} from "#contract/social/automation-rules.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { fromList, useEditForm } from "#web/layout/use-edit-form.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { RuleActionFields } from "./rule-action-fields.tsx";
import type { Rule } from "./rule-texts.ts";
import { ruleFormSchema } from "./rule-form-schema.ts";
import {
  fieldOfInput,
  inputOfValues,
  newRuleValues,
  useRuleFields,
  valuesOfRule,
} from "./rule-form-values.ts";
import { RuleTriggerFields } from "./rule-trigger-fields.tsx";
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

/** All fields of the rule form. */
function RuleFields({ rule, accounts }: { rule: Rule | undefined; accounts: readonly Account[] }) {
  const { control, register, formState } = useRuleFields();
  const { errors } = formState;
  const accountId = useWatch({ control, name: "socialAccountId" });
  const account = accounts.find(({ id }) => id === accountId);
  return (
    <div className="grid gap-5">
      <Field label="Name" required hint="Only you see it." error={errors.ruleName?.message}>
        <Input maxLength={120} autoComplete="off" placeholder="Welcome" {...register("ruleName")} />
      </Field>
      <Field label="Social Account" required error={errors.socialAccountId?.message}>
        <NativeSelect {...register("socialAccountId")}>
          {accounts.map(({ id, platform, username }) => (
            <option key={id} value={id}>
              @{username} ({platformNames[platform]})
            </option>
          ))}
        </NativeSelect>
      </Field>
      {account && (
        <>
          <RuleTriggerFields account={account} current={rule?.triggerType} />
          <RuleActionFields account={account} current={rule} />
        </>
      )}
      <ActiveSwitch />
    </div>
  );
}

function ActiveSwitch() {
  const { control } = useRuleFields();
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange, ...field } }) => (
          <Switch id={id} checked={value} onCheckedChange={onChange} {...field} />
        )}
      />
      <label htmlFor={id} className="text-sm font-medium">
        Active
      </label>
    </div>
  );
}
