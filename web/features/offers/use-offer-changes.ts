import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, apiKey } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { type Offer, offerCalls, type OfferInput, shownElsewhere } from "./offer-calls.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";

/** The offers of one product, in their order. */
export const offersQuery = (kind: OfferKind, carrierId: string) =>
  queryOptions({
    queryKey: [offerCalls[kind].listUrl, carrierId],
    queryFn: ({ signal }) => offerCalls[kind].list(carrierId, signal),
  });

/** Reads again whatever shows offers. */
function useOfferRefresh(kind: OfferKind) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [[offerCalls[kind].listUrl], ...shownElsewhere.map(apiKey)].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** Writes the offer form: a new offer, or all of one. Failures are the form's to show. */
export function useOfferSaving(kind: OfferKind) {
  const onSuccess = useOfferRefresh(kind);
  const calls = offerCalls[kind];
  return useMutation({
    mutationFn: ({ item, input }: { item: Offer | undefined; input: OfferInput }) =>
      item === undefined ? calls.create(input) : calls.update(item, input),
    onSuccess,
  });
}

/** What can be done to the offers of a product in their list; each says how it went. */
export function useOfferChanges(kind: OfferKind, carrierId: string) {
  const queryClient = useQueryClient();
  const refresh = useOfferRefresh(kind);
  const calls = offerCalls[kind];
  const { noun, subject } = offerTexts[kind];
  const { queryKey } = offersQuery(kind, carrierId);

  /** Shown at once, and taken back if the server refuses. */
  const showing = async (change: (offers: Offer[]) => Offer[]) => {
    await queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData(queryKey);
    queryClient.setQueryData(queryKey, (offers) => offers && change(offers));
    return { before };
  };
  const takeBack = (error: unknown, before: Offer[] | undefined) => {
    queryClient.setQueryData(queryKey, before);
    reportFailure(error, `Failed to update ${noun}`);
  };

  const setActive = useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => calls.setActive(id, active),
    onMutate: ({ id, active }) =>
      showing((offers) => offers.map((offer) => (offer.id === id ? { ...offer, active } : offer))),
    onSuccess: () => toast({ title: "Success", description: `${subject} updated successfully` }),
    onError: (error, _input, context) => takeBack(error, context?.before),
    onSettled: refresh,
  });

  const reorder = useMutation({
    // One after the other: the last order chosen is the one that stays.
    scope: { id: `order of ${queryKey.join(" ")}` },
    mutationFn: (ids: string[]) => calls.reorder(carrierId, ids),
    onMutate: (ids) => showing((offers) => offers.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    onError: (error, _input, context) => takeBack(error, context?.before),
    onSettled: refresh,
  });

  const remove = useMutation({
    mutationFn: calls.remove,
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: `${subject} deleted successfully` });
    },
    onError: (error) => {
      const reason = error instanceof ApiError && error.body.code === "PAYMENT_OPEN" && error.body.message;
      reportFailure(error, reason || `Failed to delete ${noun}`);
    },
  });

  return {
    setActive: ({ id }: Offer, active: boolean) => setActive.mutate({ id, active }),
    reorder: reorder.mutate,
    remove: ({ id }: Offer, onSettled: () => void) => remove.mutate(id, { onSettled }),
    removing: remove.isPending,
  };
}
