import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useState } from "react";
import { completeFreeOrder, confirmTotal } from "#contract/checkout/checkout.ts";
import { ApiError, callApi } from "#web/api.ts";
import { keepPage } from "#web/newer-build.ts";
import { formatMoney } from "#web/ui/money.ts";
import { toast } from "#web/ui/toast.ts";
import type { PaymentFormHandle } from "#web/payments/payment-form.tsx";
import type { Problem } from "#web/payments/payment-problem.tsx";
import { bumpsOf } from "./amounts.ts";
import type { CheckoutSession } from "./cart.ts";
import { clearDraft, updateDraft } from "./checkout-draft.ts";
import { type ShippingAddress, type ShippingField, shippingProblemsOf } from "./shipping-address.ts";
import { postPurchasePath, successPath } from "./success-path.ts";
import type { Checkout } from "./use-checkout-session.ts";
import { useHeldCheckout } from "./use-held-checkout.ts";

type Buyer = { email: string; name: string; shippingAddress?: ShippingAddress };
type Props = {
  productId: string;
  checkout: Pick<Checkout, "session" | "sync" | "change">;
  card: RefObject<PaymentFormHandle | null>;
  origin: string;
};

/**
 * The purchase itself: the server confirms the total that the buyer saw, then the card is charged, then the browser goes
 * on. A changed price stops it and asks again.
 */
export function usePurchase({ productId, checkout, card, origin }: Props) {
  const router = useRouter();
  const heldRef = useHeldCheckout();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [shippingProblems, setShippingProblems] = useState<Partial<Record<ShippingField, string>>>({});

  // Back from the bank's page a browser may show this one as it left it.
  const { change } = checkout;
  useEffect(() => {
    const handleShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setBusy(false);
      change();
    };
    addEventListener("pageshow", handleShow);
    return () => removeEventListener("pageshow", handleShow);
  }, [change]);

  async function buy(buyer: Buyer) {
    const { session } = checkout;
    if (!session || busy) return;
    keepPage();
    setBusy(true);
    setNotice(undefined);
    setProblem(undefined);
    setShippingProblems({});
    try {
      if (session.clientSecret === null) await placeFree(session, buyer);
      else await charge(session, buyer);
    } catch (error) {
      if (!(await goOn(error, buyer))) {
        toast({
          title: "Payment Failed",
          description: "An unexpected error occurred",
          variant: "destructive",
        });
      }
      setBusy(false);
    }
  }

  async function placeFree(session: CheckoutSession, { email, name, shippingAddress }: Buyer) {
    const { orderReference } = await callApi(completeFreeOrder, {
      params: { checkoutSessionId: session.checkoutSessionId },
      body: {
        cartVersion: session.cartVersion,
        customerName: name,
        ...(shippingAddress && { shippingAddress }),
      },
    });
    clearDraft(productId);
    await router.navigate({ href: postPurchasePath(email, { id: orderReference }) });
  }

  async function charge(session: CheckoutSession, buyer: Buyer) {
    const { email, name, shippingAddress } = buyer;
    const { unchanged, ...now } = await callApi(confirmTotal, {
      params: { checkoutSessionId: session.checkoutSessionId },
      body: {
        cartVersion: session.cartVersion,
        totalCents: session.totalCents,
        customerName: name,
        ...(shippingAddress && { shippingAddress }),
      },
    });
    if (!unchanged) {
      checkout.sync(now);
      const price = formatMoney(now.totalCents, session.currency);
      const ended = bumpsOf(now.lines).length < bumpsOf(session.lines).length;
      const reason = `${now.couponProblem ? `${now.couponProblem} ` : ""}${ended ? "An offer has ended. " : ""}`;
      setNotice(`${reason}The price is now ${price}. Please check the total and confirm again.`);
      return setBusy(false);
    }
    updateDraft(productId, { paymentIntentId: session.paymentIntentId ?? "" });
    heldRef.current = session.checkoutSessionId;
    const outcome = await card.current?.confirm({
      name,
      email,
      returnUrl: origin + postPurchasePath(email),
    });
    if (!outcome) throw new Error("there is no payment form");
    if (outcome.status === "redirecting") return;
    if (outcome.status !== "failed") {
      clearDraft(productId);
      heldRef.current = undefined;
      return router.navigate({ href: postPurchasePath(email, { id: session.paymentIntentId ?? "" }) });
    }
    // Another tab has changed the cart meanwhile: asked again, the server says what it costs now.
    if (outcome.isOver) return charge(session, buyer);
    toast({ title: "Payment Failed", description: outcome.message, variant: "destructive" });
    if (!outcome.isShown) setProblem(outcome);
    setBusy(false);
  }

  /** Another tab may have paid already, the address may be wrong, or a free product may cost something now. */
  async function goOn(error: unknown, { email }: Buyer): Promise<boolean> {
    if (!(error instanceof ApiError)) return false;
    const reference = (error.body as { orderReference?: string }).orderReference;
    if (reference) {
      clearDraft(productId);
      await router.navigate({ href: successPath(reference, email) });
      return true;
    }
    if (error.status >= 500 || !error.body.message) return false;
    const aboutAddress = shippingProblemsOf(error.body.fields);
    if (aboutAddress) setShippingProblems(aboutAddress);
    else {
      // What is shown is read again, or the same refusal would come for ever.
      if (error.body.code === "PRICE_CHANGED")
        change(error.body.fields?.["couponCode"] ? { couponCode: "" } : {});
      setNotice(Object.values(error.body.fields ?? {})[0] ?? error.body.message);
    }
    return true;
  }

  return { buy, busy, notice, problem, setProblem, shippingProblems };
}
