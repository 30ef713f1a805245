import { useCallback, useRef, useState } from "react";
import { createPaymentIntent } from "#contract/checkout.ts";
import { ApiError, callApi, type Output } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";

export type CheckoutSession = Output<typeof createPaymentIntent>;

/** An order this browser placed a moment ago, by the reference its page knows it by. */
export type EarlierOrder = { orderReference: string; email: string };

type Product = { productId: string; affiliateCode: string | undefined };

/**
 * The checkout as the server has it. `open` prices the cart and prepares the payment; of several calls under way only
 * the newest counts.
 */
export function useCheckoutSession({ productId, affiliateCode }: Product) {
  const [session, setSession] = useState<CheckoutSession>();
  const [opening, setOpening] = useState(false);
  const [emailError, setEmailError] = useState<string>();
  const [earlierOrder, setEarlierOrder] = useState<EarlierOrder>();
  const newest = useRef(0);
  const opened = useRef("");

  const open = useCallback(
    async (email: string, buyAgain = false) => {
      if (!email || (opened.current === email && !buyAgain)) return;
      const call = ++newest.current;
      opened.current = email;
      setOpening(true);
      setEmailError(undefined);
      setEarlierOrder(undefined);
      try {
        const body = { productId, customerEmail: email, buyAgain, ...(affiliateCode && { affiliateCode }) };
        const answer = await callApi(createPaymentIntent, { body });
        if (call === newest.current) setSession(answer);
      } catch (error) {
        if (call !== newest.current) return;
        opened.current = "";
        setSession(undefined);
        const failure = error instanceof ApiError ? error.body : {};
        const reference = (failure as { orderReference?: string }).orderReference;
        if (failure.fields?.["customerEmail"]) setEmailError(failure.fields["customerEmail"]);
        else if (reference) setEarlierOrder({ orderReference: reference, email });
        else
          toast({
            title: "Setup Error",
            description: "Failed to initialize payment. Please try again.",
            variant: "destructive",
          });
      } finally {
        if (call === newest.current) setOpening(false);
      }
    },
    [productId, affiliateCode],
  );

  return { session, setSession, opening, emailError, earlierOrder, open };
}
