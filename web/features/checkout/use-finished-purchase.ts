import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { listUpsellOffers } from "#contract/checkout/post-purchase.ts";
import { alreadyMember, notFirstPurchase, trialHad } from "#contract/checkout/declines.ts";
import { callApi, type Output } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { checkoutPath, forgetLastPayment, updateLastPayment, productOfPayment } from "./last-payment.ts";
import { popAddOnTitle, toastAddOnPaid } from "./add-on-toasts.ts";
import { toastPaymentFailed } from "./payment-failed-toast.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { postPurchasePath, successPath } from "./success-path.ts";
import { useIsLeft } from "./use-is-left.ts";

export type UpsellOffer = Output<typeof listUpsellOffers>[number];
export type Purchase = { orderReference: string; email: string; offers: UpsellOffer[] };

export type PostPurchaseSearch = {
  payment_intent?: string | undefined;
  payment_intent_client_secret?: string | undefined;
  /** The same, where the bank was asked about a card that is kept for a free trial. */
  setup_intent?: string | undefined;
  setup_intent_client_secret?: string | undefined;
  email?: string | undefined;
  redirect_status?: string | undefined;
  /** The order's own reference, where `payment_intent` is that of an add-on. */
  order?: string | undefined;
};

/**
 * Finishes the payment that led here, and answers what is offered after it; undefined meanwhile, and when there is
 * nothing to offer, because then the order's page follows. The client secret that a bank's return carries is sent once,
 * as proof, and leaves the address bar before anything else. A reload starts over with the order's own payment.
 */
export function useFinishedPurchase(search: PostPurchaseSearch): Purchase | undefined {
  const router = useRouter();
  const [purchase, setPurchase] = useState<Purchase>();
  const begun = useRef(false);
  const isLeft = useIsLeft();

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const paymentIntentId = search.payment_intent ?? search.setup_intent;
    const secret = search.payment_intent_client_secret ?? search.setup_intent_client_secret;
    const { email = "" } = search;
    const isRefused = search.redirect_status !== undefined && search.redirect_status !== "succeeded";
    const isAddOn = search.order !== undefined;
    const orderReference = search.order ?? paymentIntentId;
    if (!paymentIntentId || !orderReference) return reportIssue();
    if (secret || isAddOn) {
      // A payment that failed is not called one that succeeded, and a reload finds the same.
      const redirectStatus = isRefused && !isAddOn ? search.redirect_status : undefined;
      const kept = { id: orderReference, ...(redirectStatus && { redirectStatus }) };
      history.replaceState(history.state, "", postPurchasePath(email, kept));
    }
    void finish({ paymentIntentId, orderReference });

    async function finish(payment: { paymentIntentId: string; orderReference: string }) {
      const { paymentIntentId, orderReference } = payment;
      const headers = secret ? { "x-order-proof": secret } : {};
      try {
        const outcome = await callApi(finishPayment, { body: { paymentIntentId } }, { headers });
        if (isAddOn) {
          const title = popAddOnTitle(paymentIntentId);
          if (isRefused || outcome.status === "FAILED") toastPaymentFailed(outcome.message);
          else toastAddOnPaid(title, outcome.status);
        } else if (outcome.status === "FAILED" || (isRefused && outcome.status !== "PAID")) {
          return reportIssue(outcome);
        }
        const product = productOfPayment(orderReference);
        if (product) forgetLastPayment(product);
        if (product) tellOtherTabs({ productId: product, orderReference, email });
        const offers = await findOffers(outcome.mainProductId, orderReference);
        if (offers.length > 0) return setPurchase({ orderReference, email, offers });
      } catch {
        if (isRefused && !isAddOn) return reportIssue();
        // The webhook completes the order as well; the next page waits for it.
      }
      await goTo(successPath(orderReference, email));
    }

    /** In the place of this page; nowhere from another one that the buyer has gone to meanwhile. */
    async function goTo(href: string) {
      if (!isLeft()) await router.navigate({ href, replace: true });
    }

    /** Back to the checkout, which has all that was chosen and typed, and says why; home only where none is known. */
    function reportIssue({ message, code, mainProductId }: Partial<Output<typeof finishPayment>> = {}) {
      const productId = productOfPayment(paymentIntentId ?? "") ?? mainProductId;
      // Nothing is wrong with the card: the checkout says it, with what it costs now.
      if (
        productId &&
        message &&
        (code === trialHad || code === alreadyMember || code === notFirstPurchase)
      ) {
        if (code !== notFirstPurchase) forgetLastPayment(productId);
        updateLastPayment(productId, { problem: { message, ...(code === notFirstPurchase && { code }) } });
        return void goTo(checkoutPath(productId));
      }
      if (productId) {
        const problem = { message: message ?? paymentIssue, code: code ?? "authentication" };
        updateLastPayment(productId, { problem });
      }
      toast({ title: "Payment Issue", description: paymentIssue, variant: "destructive" });
      void goTo(productId ? checkoutPath(productId) : "/");
    }
  }, [router, search, isLeft]);

  return purchase;
}

const paymentIssue = "There was an issue with your payment. Please try again.";

async function findOffers(mainProductId: string | null, paymentIntentId: string): Promise<UpsellOffer[]> {
  if (!mainProductId) return [];
  return callApi(listUpsellOffers, { params: { mainProductId }, querystring: { paymentIntentId } });
}
