import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiError } from "#web/api.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";
import { type Offer, offerCalls, shownElsewhere } from "./offer-calls.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";

/** The offers of one product, in their order. */
export const offersQuery = (kind: OfferKind, carrierId: string) =>
  queryOptions({
    queryKey: [offerCalls[kind].listUrl, carrierId],
    queryFn: ({ signal }) => offerCalls[kind].list(carrierId, signal),
  });

/** Reads again whatever shows offers. */
export function useOfferRefresh(kind: OfferKind) {
  const shownIn = useMemo(() => [{ url: offerCalls[kind].listUrl }, ...shownElsewhere], [kind]);
  return useRefresh(shownIn);
}

/** What can be done to the offers of a product in their list; each says how it went. */
export function useOfferChanges(kind: OfferKind, carrierId: string) {
  const refresh = useOfferRefresh(kind);
  const calls = offerCalls[kind];
  const { noun, subject } = offerTexts[kind];
  const { queryKey } = offersQuery(kind, carrierId);
  const failed = () => `Failed to update ${noun}`;

  const setActive = useOptimisticChange({
    change: ({ id, active }: { id: string; active: boolean }) => calls.setActive(id, active),
    queryKey,
    show: (offers: Offer[], { id, active }) => withRow(offers, id, { active }),
    refresh,
    done: () => `${subject} updated successfully`,
    failed,
  });
  const reorder = useOptimisticChange({
    inTurn: `order of ${queryKey.join(" ")}`,
    change: (ids: string[]) => calls.reorder(carrierId, ids),
    queryKey,
    show: (offers: Offer[], ids) => offers.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    refresh,
    done: () => undefined,
    failed,
  });
  const remove = useChange({
    change: calls.remove,
    refresh,
    done: () => `${subject} deleted successfully`,
    failed: (error) => {
      const reason = error instanceof ApiError && error.body.code === "PAYMENT_OPEN" && error.body.message;
      return reason || `Failed to delete ${noun}`;
    },
  });

  return {
    setActive: ({ id }: Offer, active: boolean) => setActive.mutate({ id, active }),
    reorder: reorder.mutate,
    remove: ({ id }: Offer, onSettled: () => void) => remove.mutate(id, { onSettled }),
    removing: remove.isPending,
  };
}
