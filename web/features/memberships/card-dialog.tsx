import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { getPaymentSetup } from "#contract/checkout/checkout.ts";
import { finishCardChange, startCardChange } from "#contract/memberships/memberships.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { PaymentForm, type PaymentFormHandle } from "#web/payments/payment-form.tsx";
import { PaymentProblem, type Problem } from "#web/payments/payment-problem.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Membership } from "./membership-text.ts";
import { type Proof, proofHeaders, toastCharge, toastError, useShowMembership } from "./use-membership.ts";

type Props = { membership: Membership; proof: Proof; email: string | null; onClose(): void };

/** Takes another card for a membership, and pays what is due with it. */
export function CardDialog({ membership, proof, email, onClose }: Props) {
  const { failedPayment, currency } = membership;
  const params = { id: membership.id };
  const { orderId } = proof;
  const { data: setup } = useQuery(apiQuery(getPaymentSetup));
  // One form for each time the dialog opens.
  const { data: form, isError } = useQuery({
    queryKey: [startCardChange.url, params.id],
    queryFn: () => callApi(startCardChange, { params, body: { orderId } }, proofHeaders(proof)),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const card = useRef<PaymentFormHandle>(null);
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const show = useShowMembership(proof);

  async function save(setupIntentId: string) {
    const outcome = await card.current?.confirm({ email, returnUrl: location.href });
    if (outcome?.status === "failed") return outcome.isShown ? undefined : setProblem(outcome);
    if (outcome?.status !== "succeeded") return;
    const body = { orderId, setupIntentId };
    const done = await callApi(finishCardChange, { params, body }, proofHeaders(proof));
    show(done.membership);
    if (failedPayment) toastCharge(done.isPaid, done.message);
    else toast({ title: "Card changed", description: "The next payment goes to the new card." });
    onClose();
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!form || isBusy) return;
    setProblem(undefined);
    setBusy(true);
    void save(form.setupIntentId)
      .catch(toastError)
      .finally(() => setBusy(false));
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Change card"
      description={
        failedPayment
          ? `The new card is charged ${formatMoney(failedPayment.amountCents, currency)} now, and pays from then on.`
          : "Nothing is charged now. The new card pays from the next payment on."
      }
    >
      {isError ? (
        <p role="alert" className="text-sm text-destructive-soft-foreground">
          The form could not be opened. Please close this and try again.
        </p>
      ) : (
        <form onSubmit={handleSubmit} className="grid gap-4">
          {setup && form ? (
            <PaymentForm
              ref={card}
              setup={setup}
              clientSecret={form.clientSecret}
              disabled={isBusy}
              asksName
              onReady={setReady}
            />
          ) : (
            <Skeleton className="h-44" />
          )}
          {problem && <PaymentProblem problem={problem} />}
          <DialogFooter>
            <DialogClose>Not now</DialogClose>
            <Button type="submit" loading={isBusy} disabled={!isReady || !form}>
              {failedPayment ? `Pay ${formatMoney(failedPayment.amountCents, currency)}` : "Save card"}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
