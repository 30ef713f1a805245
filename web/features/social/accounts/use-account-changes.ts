import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { listAutomationRules, listListedPeople } from "#contract/automation-rules.ts";
import { listDmConversations, listSocialEvents } from "#contract/conversations.ts";
import { listKeywordResponses } from "#contract/keyword-responses.ts";
import { getDashboardStats } from "#contract/orders.ts";
import {
  connectSocialAccount,
  disconnectSocialAccount,
  getSocialSetup,
  listSocialAccounts,
  updateSocialAccount,
} from "#contract/social-accounts.ts";
import { getSocialAnalytics } from "#contract/social-analytics.ts";
import { apiKey, apiMutation, callApi, errorMessage, type Input } from "#web/api.ts";
import { type Account, accountsQuery } from "#web/features/social/social-queries.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

const shownIn = [
  listSocialAccounts,
  getSocialSetup,
  getDashboardStats,
  getSocialAnalytics,
  listKeywordResponses,
  listAutomationRules,
  listListedPeople,
  listDmConversations,
  listSocialEvents,
];

/** Reads again whatever shows an account or what goes with it. */
export function useAccountRefresh() {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.all(shownIn.map((endpoint) => queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }))),
    [queryClient],
  );
}

/** Connects a demo account, or one by its token. Failures are the caller's to show. */
export function useConnectAccount() {
  const refresh = useAccountRefresh();
  return useMutation({
    ...apiMutation(connectSocialAccount),
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: "Social account connected successfully" });
    },
  });
}

/** What can be done to a connected account; each says how it went. */
export function useAccountChanges() {
  const queryClient = useQueryClient();
  const refresh = useAccountRefresh();
  const { queryKey } = accountsQuery;

  const update = useMutation({
    mutationFn: (input: Input<typeof updateSocialAccount>) => callApi(updateSocialAccount, input),
    // Shown at once, and taken back if the server refuses.
    onMutate: async ({ params, body: { isActive, disclosesAutomation } }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const change = {
        ...(isActive !== undefined && { isActive }),
        ...(disclosesAutomation !== undefined && { disclosesAutomation }),
      };
      queryClient.setQueryData(queryKey, (accounts) =>
        accounts?.map((account) => (account.id === params.id ? { ...account, ...change } : account)),
      );
      return { before };
    },
    onSuccess: () => toast({ title: "Success", description: "Account status updated successfully" }),
    onError: (error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      reportFailure(error, errorMessage(error, "Failed to update account status"));
    },
    onSettled: refresh,
  });

  const disconnect = useMutation({
    ...apiMutation(disconnectSocialAccount),
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: "Social account disconnected successfully" });
    },
    onError: (error) => reportFailure(error, errorMessage(error, "Failed to disconnect social account")),
  });

  return {
    setActive: ({ id }: Account, isActive: boolean) => update.mutate({ params: { id }, body: { isActive } }),
    setDisclosure: ({ id }: Account, disclosesAutomation: boolean) =>
      update.mutate({ params: { id }, body: { disclosesAutomation } }),
    disconnect: ({ id }: Account, onSettled: () => void) =>
      disconnect.mutate({ params: { id } }, { onSettled }),
    disconnecting: disconnect.isPending,
  };
}
