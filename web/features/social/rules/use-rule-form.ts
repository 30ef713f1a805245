import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, errorMessage, isUnauthorized } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { ruleFormSchema } from "./rule-form-schema.ts";
import {
  fieldOfInput,
  inputOfValues,
  newRuleValues,
  type RuleFormValues,
  valuesOfRule,
} from "./rule-form-values.ts";
import type { Rule } from "./rule-texts.ts";
import { useRuleSaving } from "./use-rule-changes.ts";

/** The rule form: its values, its way to the server, and where what is wrong is shown. */
export function useRuleForm(rule: Rule | undefined, firstAccountId: string, onSaved: () => void) {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const { create, update } = useRuleSaving();
  const [defaultValues] = useState(() => (rule ? valuesOfRule(rule) : newRuleValues(firstAccountId)));
  const form = useForm<RuleFormValues>({ defaultValues, resolver: zodResolver(ruleFormSchema) });

  async function save(values: RuleFormValues) {
    try {
      const body = inputOfValues(values);
      if (rule) await update.mutateAsync({ params: { id: rule.id }, body });
      else await create.mutateAsync({ body });
    } catch (error) {
      refuse(error);
      return;
    }
    toast({ title: "Success", description: `Automation rule ${rule ? "updated" : "created"} successfully` });
    onSaved();
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) setLeaving(true);
    const named = error instanceof ApiError && error.status !== 401 ? (error.body.fields ?? {}) : {};
    const shown = Object.entries(named).flatMap(([path, message]) => {
      const field = fieldOfInput(path);
      return field ? [{ field, message }] : [];
    });
    if (shown.length === 0)
      reportFailure(error, errorMessage(error, `Failed to ${rule ? "update" : "create"} automation rule`));
    for (const [position, { field, message }] of shown.entries())
      form.setError(field, { message }, { shouldFocus: position === 0 });
  }

  return {
    form,
    formId,
    submit: form.handleSubmit(save),
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: form.formState.isDirty && !leaving,
  };
}
