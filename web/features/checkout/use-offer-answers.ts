import { useRef, useState } from "react";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { processUpsell } from "#contract/checkout/post-purchase.ts";
import { ApiError, callApi } from "#web/api.ts";
import { keepPage } from "#web/newer-build.ts";
import { toast } from "#web/ui/toast.ts";
import type { PaymentOutcome } from "#web/payments/payment-form.tsx";
import type { Problem } from "#web/payments/payment-problem.tsx";
import { saveAddOnTitle, toastAddOnPaid } from "./add-on-toasts.ts";
import { toastPaymentFailed, unexpected } from "./payment-failed-toast.ts";
import { findOutcome } from "./find-outcome.ts";
import type { Purchase } from "./use-finished-purchase.ts";
import { useIsLeft } from "./use-is-left.ts";

type Answer = "ACCEPT" | "DECLINE";
/** The add-on's own payment, for which the buyer is needed. */
export type AddOnPayment = {
  clientSecret: string;
  paymentIntentId: string;
  amountCents: number;
  message: string | null;
};

/** One offer after the other, and what the buyer says to each. The server charges an accepted one at most once. */
export function useOfferAnswers(
  { offers, orderReference, email }: Purchase,
  authenticate: (clientSecret: string) => Promise<PaymentOutcome>,
  onDone: () => void,
) {
  const [index, setIndex] = useState(0);
  const [busy, setBusy] = useState<Answer | "CONFIRM">();
  const [payment, setPayment] = useState<AddOnPayment>();
  const [problem, setProblem] = useState<Problem>();
  const underWay = useRef(false);
  const isLeft = useIsLeft();
  const offer = offers[index];

  function next() {
    if (isLeft()) return;
    leaveForm();
    if (index + 1 < offers.length) setIndex(index + 1);
    else onDone();
  }

  function leaveForm() {
    setPayment(undefined);
    setProblem(undefined);
  }

  /** A second click is not heard while the first one is under way. */
  async function alone(what: Answer | "CONFIRM", act: () => Promise<void>) {
    if (underWay.current) return;
    underWay.current = true;
    keepPage();
    setBusy(what);
    try {
      await act();
    } finally {
      underWay.current = false;
      setBusy(undefined);
    }
  }

  const answer = (action: Answer) =>
    alone(action, async () => {
      if (!offer) return;
      const { title } = offer.upsellProduct;
      try {
        const body = { upsellId: offer.id, paymentIntentId: orderReference, customerEmail: email, action };
        const { action: outcome, ...addOn } = await callApi(processUpsell, { body });
        const { clientSecret, paymentIntentId, needsAuthentication } = addOn;
        if (outcome === "PAYMENT_REQUIRED" && clientSecret && paymentIntentId) {
          const needed = { ...addOn, clientSecret, paymentIntentId };
          if (!needsAuthentication) return setPayment(needed);
          return await settle(title, needed, () => authenticate(clientSecret));
        }
        if (outcome === "ACCEPTED") toastAddOnPaid(title, "PAID");
        if (outcome === "PROCESSING") toastAddOnPaid(title, "PENDING");
        next();
      } catch (error) {
        // It is not offered any more: trying again would not help.
        const isOver = error instanceof ApiError && (error.status === 404 || error.status === 409);
        // Who wanted none of it hears nothing of its end.
        if (isOver && action === "DECLINE") return next();
        toast({
          title: "Error",
          description:
            (isOver && error.body.message) || "Failed to process your selection. Please try again.",
          variant: "destructive",
        });
        if (isOver) next();
      }
    });

  /** Pays an add-on with the card that the buyer has just entered. */
  const confirm = (pay: () => Promise<PaymentOutcome>) =>
    alone("CONFIRM", async () => {
      if (!offer || !payment) return;
      await settle(offer.upsellProduct.title, payment, pay);
    });

  /** Sends the payment of an add-on, and goes on once it is made. Where it is not, a card is asked for. */
  async function settle(
    title: string,
    needed: AddOnPayment,
    pay: () => Promise<PaymentOutcome>,
  ): Promise<void> {
    const { paymentIntentId } = needed;
    setProblem(undefined);
    saveAddOnTitle(paymentIntentId, title);
    const sent = await pay().catch(() => ({ status: "unknown" as const }));
    const outcome = sent.status === "unknown" ? await settled(paymentIntentId, isLeft) : sent;
    if (!outcome) return;
    if (outcome.status === "failed") {
      toastPaymentFailed(outcome.message);
      setPayment(needed);
      if (!outcome.isShown) setProblem(outcome);
      return;
    }
    // The page stays as it is until the bank's has loaded.
    if (outcome.status === "redirecting") return new Promise<void>(() => {});
    // Where nobody answers, the webhook adds it all the same.
    const finished = await callApi(finishPayment, { body: { paymentIntentId } }).catch(() => ({
      status: "PENDING" as const,
    }));
    toastAddOnPaid(title, finished.status === "PAID" ? "PAID" : "PENDING");
    next();
  }

  return { index, offer, busy, payment, problem, answer, confirm, cancel: leaveForm };
}

/** What became of an add-on's payment that was sent and that nobody answered; undefined where its page is left meanwhile. */
async function settled(paymentIntentId: string, isLeft: () => boolean): Promise<PaymentOutcome | undefined> {
  toast({ title: "Checking your payment", description: "Please do not pay again." });
  const sentAt = performance.now();
  const found = await findOutcome({ paymentIntentId, sentAt, isWanted: () => !isLeft() });
  if (!found) return undefined;
  if (found.kind === "paid") return { status: "succeeded" };
  if (found.kind !== "unpaid") return { status: "processing" };
  return { status: "failed", message: found.message ?? unexpected, code: found.code ?? undefined };
}
