import {
  deleteAutomationRule,
  listAutomationRules,
  updateAutomationRule,
} from "#contract/social/automation-rules.ts";
import { listTags } from "#contract/tags/tags.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { apiQuery, callApi, errorMessage, type Input } from "#web/api.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";
import type { Rule } from "./rule-texts.ts";

const shownIn = [listAutomationRules, getSocialAnalytics, listTags];

/** Reads again whatever shows a rule. */
export const useRuleRefresh = () => useRefresh(shownIn);

/** What can be done to a rule in the list; each says how it went. */
export function useRuleChanges() {
  const refresh = useRuleRefresh();
  const { mutate: setActive } = useOptimisticChange({
    change: (input: Input<typeof updateAutomationRule>) => callApi(updateAutomationRule, input),
    queryKey: apiQuery(listAutomationRules).queryKey,
    show: (rules: Rule[], { params, body }) =>
      withRow(rules, params.id, { isActive: body.isActive === true }),
    refresh,
    done: () => "Rule status updated successfully",
    failed: (error) => errorMessage(error, "Failed to update rule status"),
  });
  const undo = useUndo(refresh);
  const { mutate: remove } = useChange({
    change: ({ id }: Rule) => callApi(deleteAutomationRule, { params: { id } }),
    refresh,
    done: ({ deletionId }) => ({
      text: "Automation rule deleted successfully",
      undo: () => undo(deletionId),
    }),
    failed: (error) => errorMessage(error, "Failed to delete automation rule"),
  });
  return {
    setActive: ({ id }: Rule, isActive: boolean) => setActive({ params: { id }, body: { isActive } }),
    remove,
  };
}
