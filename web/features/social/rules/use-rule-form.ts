import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { listAutomationRules } from "#contract/automation-rules.ts";
import { apiQuery, errorMessage, isUnauthorized } from "#web/api.ts";
import { showRefusal } from "#web/layout/show-refusal.ts";
import { useEdits } from "#web/layout/use-edits.ts";
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
  const queryClient = useQueryClient();
  const { edits, item, merge } = useEdits({
    form,
    kind: "automation rule",
    opened: rule,
    valuesOf: valuesOfRule,
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...apiQuery(listAutomationRules), staleTime: 0 })).find(
        (each) => each.id === id,
      ),
  });

  async function save(values: RuleFormValues) {
    try {
      const body = inputOfValues(values);
      if (item)
        await update.mutateAsync({ params: { id: item.id }, body: { ...body, revision: item.revision } });
      else await create.mutateAsync({ body });
    } catch (error) {
      if (!(await merge(error))) refuse(error);
      return;
    }
    edits.forget();
    toast({ title: "Success", description: `Automation rule ${rule ? "updated" : "created"} successfully` });
    onSaved();
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) setLeaving(true);
    showRefusal(
      form,
      error,
      fieldOfInput,
      errorMessage(error, `Failed to ${rule ? "update" : "create"} automation rule`),
    );
  }

  return {
    form,
    formId,
    edits,
    submit: form.handleSubmit(save),
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: edits.isUnsaved && !leaving,
  };
}
