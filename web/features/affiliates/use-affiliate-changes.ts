import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  createAffiliateLink,
  deleteAffiliateLink,
  inviteAffiliate,
  listAffiliateLinks,
  listAffiliates,
  updateAffiliate,
  updateAffiliateLink,
} from "#contract/affiliates.ts";
import {
  cancelPayout,
  createPayout,
  listCommissions,
  listPayouts,
  markPayoutPaid,
} from "#contract/commissions.ts";
import { apiKey, apiMutation, apiQuery, callApi, type Input } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import type { AffiliateLink } from "./affiliate-data.ts";

/** Reads again whatever the tab shows. */
export function useAffiliateRefresh() {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [listAffiliateLinks, listAffiliates, listCommissions, listPayouts].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
        ),
      ),
    [queryClient],
  );
}

const succeeded = (description: string) => toast({ title: "Success", description });

/** Writes the two forms. Failures are theirs to show. */
export function useAffiliateSaving() {
  const onSuccess = useAffiliateRefresh();
  return {
    createLink: useMutation({ ...apiMutation(createAffiliateLink), onSuccess }),
    updateLink: useMutation({ ...apiMutation(updateAffiliateLink), onSuccess }),
    updateAffiliate: useMutation({ ...apiMutation(updateAffiliate), onSuccess }),
  };
}

/** What can be done to a link in the list; each says how it went. */
export function useLinkChanges() {
  const queryClient = useQueryClient();
  const refresh = useAffiliateRefresh();
  const { queryKey } = apiQuery(listAffiliateLinks);

  const setActive = useMutation({
    mutationFn: (input: Input<typeof updateAffiliateLink>) => callApi(updateAffiliateLink, input),
    // Shown at once, and taken back if the server refuses.
    onMutate: async ({ params, body }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const active = body.active === true;
      queryClient.setQueryData(queryKey, (links) =>
        links?.map((link) => (link.id === params.id ? { ...link, active } : link)),
      );
      return { before };
    },
    onSuccess: ({ active }) =>
      succeeded(`Affiliate link ${active ? "activated" : "deactivated"} successfully`),
    onError: (error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      reportFailure(error, "Failed to update affiliate link");
    },
    onSettled: refresh,
  });

  const remove = useMutation({
    ...apiMutation(deleteAffiliateLink),
    onSuccess: async ({ deactivated }) => {
      await refresh();
      succeeded(`Affiliate link ${deactivated ? "deactivated" : "deleted"} successfully`);
    },
    onError: (error) => reportFailure(error, "Failed to delete affiliate link"),
  });

  // `mutate` stays the same function, so the list's columns are built once.
  const [setActiveMutate, removeMutate] = [setActive.mutate, remove.mutate];
  const changes = useMemo(
    () => ({
      setActive: ({ id }: AffiliateLink, active: boolean) =>
        setActiveMutate({ params: { id }, body: { active } }),
      remove: ({ id }: AffiliateLink, onSettled: () => void) =>
        removeMutate({ params: { id } }, { onSettled }),
    }),
    [setActiveMutate, removeMutate],
  );
  return { ...changes, removing: remove.isPending };
}

/** Invites an affiliate by mail. */
export function useInvitation() {
  return useMutation({
    ...apiMutation(inviteAffiliate),
    onSuccess: () => succeeded("Invitation sent successfully"),
    onError: (error) => reportFailure(error, "Failed to send invitation"),
  });
}

/** The three steps of a payout run; each says how it went. */
export function usePayoutChanges() {
  const refresh = useAffiliateRefresh();
  const step = (done: string, failed: string) => ({
    onSuccess: async () => {
      await refresh();
      succeeded(done);
    },
    onError: (error: unknown) => reportFailure(error, failed),
  });
  return {
    create: useMutation({
      ...apiMutation(createPayout),
      ...step("Payout created successfully", "Failed to create payout"),
    }),
    markPaid: useMutation({
      ...apiMutation(markPayoutPaid),
      ...step("Payout marked as paid", "Failed to mark payout as paid"),
    }),
    cancel: useMutation({
      ...apiMutation(cancelPayout),
      ...step("Payout cancelled successfully", "Failed to cancel payout"),
    }),
  };
}
