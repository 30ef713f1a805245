import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isolated } from "#contract/isolated.ts";
import { getLibrary } from "#contract/library/library.ts";
import * as contract from "#contract/memberships/memberships.ts";
import { ApiError, apiQuery, callApi, type Output } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import type { Membership } from "./membership-text.ts";

/** Which order shows it, and the receipt's token where that opened the order. */
export type Proof = { orderId: string; token: string | undefined };

export const proofHeaders = ({ token }: Proof) => ({ headers: token ? { "x-order-proof": token } : {} });

export const membershipsQuery = (proof: Proof) =>
  apiQuery(contract.listMemberships, { querystring: { orderId: proof.orderId } }, proofHeaders(proof));

const library = apiQuery(getLibrary);

/** Puts a changed membership in the place of what was shown, on the order's page and in the library. */
export function useShowMembership(proof: Proof) {
  const queryClient = useQueryClient();
  return (changed: Membership) => {
    queryClient.setQueryData<Membership[]>(membershipsQuery(proof).queryKey, (shown) =>
      shown?.map((one) => (one.id === changed.id ? changed : one)),
    );
    queryClient.setQueryData(
      library.queryKey,
      (shown) =>
        shown && {
          ...shown,
          shelves: shown.shelves.map((shelf) => ({
            ...shelf,
            memberships: shelf.memberships.map((one) => (one.id === changed.id ? changed : one)),
          })),
        },
    );
    // What it opens or closes is asked for again.
    void queryClient.invalidateQueries({ queryKey: library.queryKey });
  };
}

const acts = {
  cancel: { endpoint: contract.cancelMembership, done: "Membership cancelled" },
  keep: { endpoint: contract.keepMembership, done: "Membership kept" },
  undoMove: { endpoint: contract.undoMove, done: "Change taken back" },
  resume: { endpoint: contract.resumeMembership, done: "Membership resumed" },
} as const;

export type Act = keyof typeof acts | { pauseMonths: 1 | 3 };

/** Cancels, keeps, pauses or resumes; says so, and shows how it stands then. */
export function useChangeMembership(membership: Membership, proof: Proof) {
  const show = useShowMembership(proof);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => {
      const params = { id: membership.id };
      const { orderId } = proof;
      return typeof act === "string"
        ? callApi(acts[act].endpoint, { params, body: { orderId } }, proofHeaders(proof))
        : callApi(
            contract.pauseMembership,
            { params, body: { orderId, months: act.pauseMonths } },
            proofHeaders(proof),
          );
    },
    onSuccess(changed, act) {
      show(changed);
      toast({ title: typeof act === "string" ? acts[act].done : "Membership paused" });
    },
    onError(error) {
      toastError(error);
      void queryClient.invalidateQueries({ queryKey: membershipsQuery(proof).queryKey });
      void queryClient.invalidateQueries({ queryKey: library.queryKey });
    },
  });
}

/** What moving to that interval costs now; asked for anew each time its dialog opens. */
export const movePreviewQuery = (
  { id }: Membership,
  billingInterval: Membership["billingInterval"],
  proof: Proof,
) => ({
  ...apiQuery(
    contract.previewMove,
    { params: { id }, querystring: { orderId: proof.orderId, billingInterval } },
    proofHeaders(proof),
  ),
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
});

/** Moves for what was shown; where the amount is another by now, that one is shown. */
export function useMoveMembership(membership: Membership, proof: Proof, onMoved: () => void) {
  const show = useShowMembership(proof);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ billingInterval, priceCents, chargeCents, at }: Output<typeof contract.previewMove>) =>
      callApi(
        contract.moveMembership,
        {
          params: { id: membership.id },
          body: { orderId: proof.orderId, billingInterval, priceCents, chargeCents, at },
        },
        proofHeaders(proof),
      ),
    onSuccess({ membership: changed, isPaid }) {
      show(changed);
      if (!isPaid) return;
      toast({
        title: changed.nextPlan
          ? "Your change is noted"
          : changed.isPlan
            ? `You now have ${isolated(changed.product.title)}`
            : `You now pay ${changed.billingInterval === "YEAR" ? "by the year" : "by the month"}`,
      });
      onMoved();
    },
    onError(error, { billingInterval }) {
      toastError(error);
      void queryClient.invalidateQueries({
        queryKey: movePreviewQuery(membership, billingInterval, proof).queryKey,
      });
      void queryClient.invalidateQueries({ queryKey: membershipsQuery(proof).queryKey });
      void queryClient.invalidateQueries({ queryKey: library.queryKey });
    },
  });
}

/** Charges the open renewal with the card on file. */
export function useRetryPayment(membership: Membership, proof: Proof) {
  const show = useShowMembership(proof);
  return useMutation({
    mutationFn: () =>
      callApi(
        contract.retryMembershipPayment,
        { params: { id: membership.id }, body: { orderId: proof.orderId } },
        proofHeaders(proof),
      ),
    onSuccess({ membership: changed, isPaid, message }) {
      show(changed);
      toastCharge(isPaid, message);
    },
    onError: toastError,
  });
}

/** What became of a charge, in the provider's words where it was refused. */
export function toastCharge(isPaid: boolean, message: string | null) {
  if (isPaid) toast({ title: "Payment received", description: "Your membership goes on." });
  else
    toast({
      title: "Payment failed",
      description: message ?? "The payment did not go through.",
      variant: "destructive",
    });
}

export function toastError(error: unknown) {
  const message = error instanceof ApiError && error.status < 500 ? error.body.message : undefined;
  toast({
    title: "Error",
    description: message ?? "That did not work. Please try again.",
    variant: "destructive",
  });
}
