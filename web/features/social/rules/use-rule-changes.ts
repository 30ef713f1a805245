import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createAutomationRule,
  deleteAutomationRule,
  listAutomationRules,
  updateAutomationRule,
} from "#contract/automation-rules.ts";
import { getSocialAnalytics } from "#contract/social-analytics.ts";
import { apiKey, apiMutation, apiQuery, callApi, errorMessage, type Input } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import type { Rule } from "./rule-texts.ts";

/** Reads again whatever shows a rule. */
function useRuleRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listAutomationRules, getSocialAnalytics].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
      ),
    );
}

/** Writes the rule form: a new rule, or all of one. Failures are the form's to show. */
export function useRuleSaving() {
  const refresh = useRuleRefresh();
  const create = useMutation({ ...apiMutation(createAutomationRule), onSuccess: refresh });
  const update = useMutation({ ...apiMutation(updateAutomationRule), onSuccess: refresh });
  return { create, update };
}

/** What can be done to a rule in the list; each says how it went. */
export function useRuleChanges() {
  const queryClient = useQueryClient();
  const refresh = useRuleRefresh();
  const { queryKey } = apiQuery(listAutomationRules);

  const setActive = useMutation({
    mutationFn: (input: Input<typeof updateAutomationRule>) => callApi(updateAutomationRule, input),
    // Shown at once, and taken back if the server refuses.
    onMutate: async ({ params, body }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const isActive = body.isActive === true;
      queryClient.setQueryData(queryKey, (rules) =>
        rules?.map((rule) => (rule.id === params.id ? { ...rule, isActive } : rule)),
      );
      return { before };
    },
    onSuccess: () => toast({ title: "Success", description: "Rule status updated successfully" }),
    onError: (error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      reportFailure(error, errorMessage(error, "Failed to update rule status"));
    },
    onSettled: refresh,
  });

  const remove = useMutation({
    ...apiMutation(deleteAutomationRule),
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: "Automation rule deleted successfully" });
    },
    onError: (error) => reportFailure(error, errorMessage(error, "Failed to delete automation rule")),
  });

  return {
    setActive: ({ id }: Rule, isActive: boolean) => setActive.mutate({ params: { id }, body: { isActive } }),
    remove: ({ id }: Rule, onSettled: () => void) => remove.mutate({ params: { id } }, { onSettled }),
    removing: remove.isPending,
  };
}
