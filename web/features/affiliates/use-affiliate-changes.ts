import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  createAffiliateLink,
  deleteAffiliateLink,
  inviteAffiliate,
  listAffiliateLinks,
  listAffiliates,
  updateAffiliate,
  updateAffiliateLink,
} from "#contract/affiliates/affiliates.ts";
import {
  cancelPayout,
  createPayout,
  listCommissions,
  listPayouts,
  markPayoutPaid,
} from "#contract/affiliates/commissions.ts";
import { apiMutation, apiQuery, callApi, type Input } from "#web/api.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";
import type { AffiliateLink } from "./affiliate-data.ts";

const shownIn = [listAffiliateLinks, listAffiliates, listCommissions, listPayouts];

/** Reads again whatever the tab shows. */
export const useAffiliateRefresh = () => useRefresh(shownIn);

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
  const refresh = useAffiliateRefresh();
  const { mutate: setActive } = useOptimisticChange({
    change: (input: Input<typeof updateAffiliateLink>) => callApi(updateAffiliateLink, input),
    queryKey: apiQuery(listAffiliateLinks).queryKey,
    show: (links: AffiliateLink[], { params, body }) =>
      withRow(links, params.id, { active: body.active === true }),
    refresh,
    done: ({ active }) => `Affiliate link ${active ? "activated" : "deactivated"} successfully`,
    failed: () => "Failed to update affiliate link",
  });
  const { mutate: remove, isPending: removing } = useChange({
    change: (input: Input<typeof deleteAffiliateLink>) => callApi(deleteAffiliateLink, input),
    refresh,
    done: ({ deactivated }) => `Affiliate link ${deactivated ? "deactivated" : "deleted"} successfully`,
    failed: () => "Failed to delete affiliate link",
  });

  // `mutate` stays the same function, so the list's columns are built once.
  const changes = useMemo(
    () => ({
      setActive: ({ id }: AffiliateLink, active: boolean) => setActive({ params: { id }, body: { active } }),
      remove: ({ id }: AffiliateLink, onSettled: () => void) => remove({ params: { id } }, { onSettled }),
    }),
    [setActive, remove],
  );
  return { ...changes, removing };
}

/** Invites an affiliate by mail. */
export function useInvitation() {
  return useChange({
    change: (input: Input<typeof inviteAffiliate>) => callApi(inviteAffiliate, input),
    refresh: async () => {},
    done: () => "Invitation sent successfully",
    failed: () => "Failed to send invitation",
  });
}

/** The three steps of a payout run; each says how it went. */
export function usePayoutChanges() {
  const refresh = useAffiliateRefresh();
  return {
    create: useChange({
      change: () => callApi(createPayout),
      refresh,
      done: () => "Payout created successfully",
      failed: () => "Failed to create payout",
    }),
    markPaid: useChange({
      change: (input: Input<typeof markPayoutPaid>) => callApi(markPayoutPaid, input),
      refresh,
      done: () => "Payout marked as paid",
      failed: () => "Failed to mark payout as paid",
    }),
    cancel: useChange({
      change: (input: Input<typeof cancelPayout>) => callApi(cancelPayout, input),
      refresh,
      done: () => "Payout cancelled successfully",
      failed: () => "Failed to cancel payout",
    }),
  };
}
