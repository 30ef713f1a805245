import { useCallback, useEffect, useRef, useState } from "react";
import { createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import type { Draft } from "#contract/checkout/draft.ts";
import { callApi, type Output } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { bumpsOf } from "./amounts.ts";
import { type Cart, type CheckoutSession, type CouponProblem, type PricedCart, priceInput } from "./cart.ts";
import { type Refusal, refusalOf } from "./checkout-refusal.ts";
import { type Choice, useDraft } from "./use-draft.ts";

export type Checkout = ReturnType<typeof useCheckoutSession>;
export type PricedCheckout = Output<typeof priceCheckout>;

type Start = {
  productId: string;
  /** What the page's address asks for. */
  link: string;
  draft: Draft | null;
  start: Cart;
  /** The start at the server's prices; undefined where it did not answer. */
  priced: PricedCheckout | undefined;
  /** The product costs nothing: no toast speaks of payment. */
  isFree: boolean;
};
/** What the server says when the total is not what the buyer saw. */
type Repriced = Partial<CheckoutSession> &
  Pick<CheckoutSession, "lines" | "coupon" | "totalCents" | "billingInterval">;

/**
 * The cart as the buyer wants it, as the server prices it, and its payment as soon as there is an address. Calls go out one
 * after the other, each with the newest cart: the last choice wins, at the server too. The payment stays the same one
 * throughout.
 */
export function useCheckoutSession({ productId, link, draft, start, priced: pricedStart, isFree }: Start) {
  const [cart, setCart] = useState(() => withoutRefused(start, pricedStart));
  const [amountProblem, setAmountProblem] = useState<string>();
  const [priced, setPriced] = useState<PricedCart | undefined>(pricedStart);
  const [session, setSession] = useState<CheckoutSession>();
  const [asking, setAsking] = useState<"price" | "payment">();
  const [refusal, setRefusal] = useState<Refusal>();
  const [couponProblem, setCouponProblem] = useState(() => couponProblemOf(start, pricedStart));
  const wanted = useRef(cart);
  const underWay = useRef<Promise<void>>(undefined);
  /** What the newest call for a payment came to. */
  const opened = useRef<CheckoutSession | Refusal>(undefined);
  const [newer, setNewer] = useState<Draft>();
  const sessionId = useRef<string>(undefined);
  useEffect(() => {
    if (session) sessionId.current = session.checkoutSessionId;
  }, [session]);
  const checkoutSessionId = useCallback(() => sessionId.current, []);
  const choice = useCallback((): Choice => {
    const { orderBumps, couponCode, affiliateCode, billingInterval, amountCents } = wanted.current;
    return { orderBumps: [...orderBumps], couponCode, affiliateCode, billingInterval, amountCents, link };
  }, [link]);
  const { keep, begun } = useDraft({ productId, start: draft, choice, checkoutSessionId, onNewer: setNewer });

  const want = useCallback(
    (change: Partial<Cart>) => {
      wanted.current = { ...wanted.current, ...change };
      setCart(wanted.current);
      const isChosen =
        change.orderBumps !== undefined ||
        change.couponCode !== undefined ||
        change.billingInterval !== undefined ||
        change.amountCents !== undefined;
      if (isChosen) keep({ choice: choice() });
    },
    [keep, choice],
  );

  const refuse = useCallback(
    (refused: Refusal, asked: Cart) => {
      opened.current = refused;
      if (refused.kind === "coupon") {
        setCouponProblem({ code: asked.couponCode, message: refused.message });
        return want({ couponCode: "" });
      }
      if (refused.kind === "offers") {
        toast({ title: "Offer ended", description: refused.message, variant: "destructive" });
        return want({ orderBumps: [] });
      }
      if (refused.kind === "amount") {
        setAmountProblem(refused.message);
        return want({ amountCents: null });
      }
      setRefusal(refused);
      // What was typed into the payment form outlives a lost connection.
      if (refused.kind !== "unreachable") return setSession(undefined);
      if (asked.email && !isFree)
        toast({
          title: "Setup Error",
          description: "Failed to initialize payment. Please try again.",
          variant: "destructive",
        });
    },
    [want, isFree],
  );

  const openPayment = useCallback(
    async (asked: Cart) => {
      const answer = await callApi(createPaymentIntent, { body: bodyOf(asked, productId) });
      if (asked !== wanted.current) return;
      opened.current = answer;
      setSession(answer);
      setPriced(answer);
      const other = otherThanAsked(asked, answer);
      if (other) want(other);
    },
    [productId, want],
  );

  const price = useCallback(
    async (asked: Cart) => {
      const answer = await callApi(priceCheckout, priceInput(productId, asked));
      if (asked !== wanted.current) return;
      setPriced(answer);
      const other = otherThanAsked(asked, answer);
      if (other) want(other);
      const problem = couponProblemOf(asked, answer);
      if (!problem) return;
      setCouponProblem(problem);
      want({ couponCode: "" });
    },
    [productId, want],
  );

  const askNewest = useCallback(async () => {
    setRefusal(undefined);
    let asked: Cart | undefined;
    while (asked !== wanted.current) {
      asked = wanted.current;
      setAsking(asked.email ? "payment" : "price");
      try {
        await (asked.email ? openPayment(asked) : price(asked));
      } catch (error) {
        if (asked === wanted.current) refuse(refusalOf(error, asked), asked);
      }
    }
    underWay.current = undefined;
    setAsking(undefined);
  }, [openPayment, price, refuse]);

  /** Done once the server has answered about the newest cart. */
  const ask = useCallback(() => (underWay.current ??= askNewest()), [askNewest]);

  /** Takes up a change of the cart; with none, tries again. */
  const change = useCallback(
    (part: Partial<Cart> = {}) => {
      if (part.couponCode !== undefined) setCouponProblem(undefined);
      if (part.amountCents !== undefined) setAmountProblem(undefined);
      want(part);
      void ask();
    },
    [want, ask],
  );

  /** The payment of a buyer by their email and the country that it goes to (empty: nowhere), or why there is none. */
  const openFor = useCallback(
    async (email: string, shippingCountry: string) => {
      const { email: before, shippingCountry: country } = wanted.current;
      if (email !== before || shippingCountry !== country) want({ email, shippingCountry, buyAgain: false });
      await ask();
      return opened.current;
    },
    [want, ask],
  );

  // What another tab has changed is taken up, and not kept once more.
  useEffect(() => {
    if (!newer) return;
    const { orderBumps, couponCode, billingInterval, amountCents, email } = wanted.current;
    const isSame =
      newer.couponCode === couponCode &&
      newer.billingInterval === billingInterval &&
      newer.amountCents === amountCents &&
      newer.orderBumps.join() === orderBumps.join();
    if (isSame && (newer.email === "" || newer.email === email)) return;
    setCouponProblem(undefined);
    wanted.current = { ...wanted.current, ...pickCart(newer), email: newer.email || email };
    setCart(wanted.current);
    void ask();
  }, [newer, ask]);

  /** Shows what the server found when it was asked right before paying. */
  const sync = useCallback(
    ({ couponProblem, ...repriced }: Repriced & { couponProblem: string | null }) => {
      const code = wanted.current.couponCode;
      want({
        orderBumps: bumpsOf(repriced.lines),
        couponCode: repriced.coupon?.code ?? "",
        ...otherThanAsked(wanted.current, repriced),
      });
      setSession((session) => session && { ...session, ...repriced });
      setPriced((priced) => priced && { ...priced, ...repriced });
      if (couponProblem) setCouponProblem({ code, message: couponProblem });
    },
    [want],
  );

  const opening = asking === "payment";
  return {
    cart,
    priced,
    session,
    keep,
    begun,
    newer,
    asking: asking !== undefined,
    opening,
    refusal,
    couponProblem,
    amountProblem,
    change,
    openFor,
    sync,
  };
}

const pickCart = ({ orderBumps, couponCode, affiliateCode, billingInterval, amountCents }: Draft) => ({
  billingInterval,
  amountCents,
  orderBumps,
  couponCode,
  affiliateCode,
});

const couponProblemOf = (
  { couponCode }: Cart,
  priced: PricedCheckout | undefined,
): CouponProblem | undefined =>
  priced?.couponProblem ? { code: couponCode, message: priced.couponProblem } : undefined;

/** What the server has priced otherwise than it was asked to, since it is not offered (any more). */
function otherThanAsked(
  { billingInterval, amountCents }: Cart,
  priced: Pick<PricedCart, "billingInterval" | "lines">,
): Partial<Cart> | undefined {
  const isInterval = billingInterval === null || billingInterval === priced.billingInterval;
  const paid = priced.lines.find(({ itemType }) => itemType === "MAIN")?.unitPriceCents ?? amountCents;
  const isAmount = amountCents === null || amountCents === paid;
  if (isInterval && isAmount) return undefined;
  return { ...(!isInterval && { billingInterval: null }), ...(!isAmount && { amountCents: paid }) };
}

/** A coupon that does not count leaves the cart; its field shows it with the reason. */
const withoutRefused = (cart: Cart, priced: PricedCheckout | undefined): Cart =>
  priced
    ? { ...cart, ...(priced.couponProblem && { couponCode: "" }), ...otherThanAsked(cart, priced) }
    : cart;

const bodyOf = (
  {
    email,
    orderBumps,
    couponCode,
    affiliateCode,
    billingInterval,
    amountCents,
    shippingCountry,
    buyAgain,
  }: Cart,
  productId: string,
) => ({
  productId,
  ...(billingInterval && { billingInterval }),
  ...(amountCents !== null && { amountCents }),
  ...(shippingCountry && { shippingCountry }),
  customerEmail: email,
  buyAgain,
  orderBumps: [...orderBumps],
  ...(couponCode && { couponCode }),
  ...(affiliateCode && { affiliateCode }),
});
