import { useCallback, useRef, useState } from "react";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { callApi } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { bumpsOf } from "./amounts.ts";
import type { Cart, CheckoutSession } from "./cart.ts";
import { updateDraft } from "./checkout-draft.ts";
import { type Refusal, refusalOf } from "./checkout-refusal.ts";

export type Checkout = ReturnType<typeof useCheckoutSession>;

type Start = { productId: string; affiliateCode: string | undefined; start: Cart };
/** What the server says when the total is not what the buyer saw. */
type Repriced = Partial<CheckoutSession> & Pick<CheckoutSession, "lines" | "coupon">;

/**
 * The cart as the buyer wants it, and the checkout as the server has priced it. Calls go out one after the other, each
 * with the newest cart: the last choice wins, at the server too. The payment stays the same one throughout.
 */
export function useCheckoutSession({ productId, affiliateCode, start }: Start) {
  const [cart, setCart] = useState(start);
  const [session, setSession] = useState<CheckoutSession>();
  const [opening, setOpening] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [couponProblem, setCouponProblem] = useState<{ code: string; message: string }>();
  const wanted = useRef(cart);
  const asking = useRef(false);

  const want = useCallback(
    (change: Partial<Cart>) => {
      wanted.current = { ...wanted.current, ...change };
      setCart(wanted.current);
      const { orderBumps, couponCode } = wanted.current;
      updateDraft(productId, { search: location.search, choice: { orderBumps, couponCode } });
    },
    [productId],
  );

  const refuse = useCallback(
    (refused: Refusal, asked: Cart) => {
      if (refused.kind === "coupon") {
        setCouponProblem({ code: asked.couponCode, message: refused.message });
        return want({ couponCode: "" });
      }
      if (refused.kind === "offers") {
        toast({ title: "Offer ended", description: refused.message, variant: "destructive" });
        return want({ orderBumps: [] });
      }
      setRefusal(refused);
      // What was typed into the payment form outlives a lost connection.
      if (refused.kind !== "unreachable") return setSession(undefined);
      toast({
        title: "Setup Error",
        description: "Failed to initialize payment. Please try again.",
        variant: "destructive",
      });
    },
    [want],
  );

  const ask = useCallback(async () => {
    if (asking.current || !wanted.current.email) return;
    asking.current = true;
    setOpening(true);
    setRefusal(undefined);
    let asked: Cart | undefined;
    while (asked !== wanted.current) {
      asked = wanted.current;
      try {
        const answer = await callApi(createPaymentIntent, { body: bodyOf(asked, productId, affiliateCode) });
        if (asked === wanted.current) setSession(answer);
      } catch (error) {
        if (asked === wanted.current) refuse(refusalOf(error, asked), asked);
      }
    }
    asking.current = false;
    setOpening(false);
  }, [productId, affiliateCode, refuse]);

  /** Takes up a change of the cart; with none, tries again. */
  const change = useCallback(
    (part: Partial<Cart> = {}) => {
      if (part.couponCode !== undefined) setCouponProblem(undefined);
      want(part);
      void ask();
    },
    [want, ask],
  );

  /** Shows what the server found when it was asked right before paying. */
  const sync = useCallback(
    ({ couponProblem, ...repriced }: Repriced & { couponProblem: string | null }) => {
      const code = wanted.current.couponCode;
      want({ orderBumps: bumpsOf(repriced.lines), couponCode: repriced.coupon?.code ?? "" });
      setSession((session) => session && { ...session, ...repriced });
      if (couponProblem) setCouponProblem({ code, message: couponProblem });
    },
    [want],
  );

  return { cart, session, opening, refusal, couponProblem, change, sync };
}

const bodyOf = (
  { email, orderBumps, couponCode, buyAgain }: Cart,
  productId: string,
  affiliateCode: string | undefined,
) => ({
  productId,
  customerEmail: email,
  buyAgain,
  orderBumps: [...orderBumps],
  ...(couponCode && { couponCode }),
  ...(affiliateCode && { affiliateCode }),
});
