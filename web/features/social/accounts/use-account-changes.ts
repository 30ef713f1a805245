import { listAutomationRules, listListedPeople } from "#contract/social/automation-rules.ts";
import { listDmConversations, listSocialEvents } from "#contract/social/conversations.ts";
import { listKeywordResponses } from "#contract/social/keyword-responses.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import {
  connectSocialAccount,
  disconnectSocialAccount,
  getSocialSetup,
  listSocialAccounts,
  updateSocialAccount,
} from "#contract/social/social-accounts.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { callApi, errorMessage, type Input } from "#web/api.ts";
import { type Account, accountsQuery } from "#web/features/social/social-queries.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";

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
export const useAccountRefresh = () => useRefresh(shownIn);

/** Connects a demo account, or one by its token. Failures are the caller's to show. */
export function useConnectAccount() {
  return useChange({
    change: (input: Input<typeof connectSocialAccount>) => callApi(connectSocialAccount, input),
    refresh: useAccountRefresh(),
    done: () => "Social account connected successfully",
    failed: () => undefined,
  });
}

/** What can be done to a connected account; each says how it went. */
export function useAccountChanges() {
  const refresh = useAccountRefresh();
  const update = useOptimisticChange({
    change: (input: Input<typeof updateSocialAccount>) => callApi(updateSocialAccount, input),
    queryKey: accountsQuery.queryKey,
    show: (accounts: Account[], { params, body: { isActive, disclosesAutomation } }) =>
      withRow(accounts, params.id, {
        ...(isActive !== undefined && { isActive }),
        ...(disclosesAutomation !== undefined && { disclosesAutomation }),
      }),
    refresh,
    done: () => "Account status updated successfully",
    failed: (error) => errorMessage(error, "Failed to update account status"),
  });
  const disconnect = useChange({
    change: (input: Input<typeof disconnectSocialAccount>) => callApi(disconnectSocialAccount, input),
    refresh,
    done: () => "Social account disconnected successfully",
    failed: (error) => errorMessage(error, "Failed to disconnect social account"),
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
