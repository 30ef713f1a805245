import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { finishPayment } from "#contract/checkout.ts";
import { callApi } from "#web/api.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { toast } from "#web/ui/toast.ts";
import { successPath } from "./success-path.ts";

export type PostPurchaseSearch = {
  payment_intent?: string | undefined;
  payment_intent_client_secret?: string | undefined;
  email?: string | undefined;
  redirect_status?: string | undefined;
};

/**
 * Where a payment returns to. The server asks the provider what became of it; the order's page follows. The client secret
 * that a bank's return carries is sent once, as proof, and leaves the address bar before anything else.
 */
export function PostPurchasePage({ search }: { search: PostPurchaseSearch }) {
  const router = useRouter();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const {
      payment_intent: paymentIntentId,
      payment_intent_client_secret: secret,
      email = "",
      redirect_status: status,
    } = search;
    if (secret) history.replaceState(history.state, "", location.pathname);

    async function finish() {
      if (!paymentIntentId || (status && status !== "succeeded")) return reportIssue();
      const headers = secret ? { "x-order-proof": secret } : {};
      try {
        const outcome = await callApi(finishPayment, { body: { paymentIntentId } }, { headers });
        if (outcome.status === "FAILED") return reportIssue();
      } catch {
        // The webhook completes the order as well; the next page waits for it.
      }
      await router.navigate({ href: successPath(paymentIntentId, email), replace: true });
    }

    function reportIssue() {
      toast({
        title: "Payment Issue",
        description: "There was an issue with your payment. Please try again.",
        variant: "destructive",
      });
      void router.navigate({ href: "/", replace: true });
    }

    void finish();
  }, [router, search]);

  return <LoadingScreen label="Completing your order" />;
}
