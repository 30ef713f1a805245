import { useRouter } from "@tanstack/react-router";
import { type RefObject, useState } from "react";
import { completeFreeOrder, confirmTotal } from "#contract/checkout/checkout.ts";
import { ApiError, callApi, Unreachable } from "#web/api.ts";
import { keepPage } from "#web/newer-build.ts";
import { formatMoney } from "#web/ui/money.ts";
import { toast } from "#web/ui/toast.ts";
import { continueAtBank } from "#web/payments/continue-at-bank.ts";
import type { PaymentForm, PaymentFormHandle, PaymentOutcome } from "#web/payments/payment-form.tsx";
import type { Problem } from "#web/payments/payment-problem.tsx";
import { bumpsOf } from "./amounts.ts";
import type { CheckoutSession } from "./cart.ts";
import { clearDraft, updateDraft } from "./checkout-draft.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import type { Address } from "#contract/checkout/address-format.ts";
import { type ShippingField, shippingProblemsOf } from "./shipping-address.ts";
import { postPurchasePath, successPath } from "./success-path.ts";
import type { Checkout } from "./use-checkout-session.ts";
import { useHeldCheckout } from "./use-held-checkout.ts";
import { useLastPayment } from "./use-last-payment.ts";

type Buyer = { email: string; name: string; shippingAddress?: Address };
type Props = {
  productId: string;
  checkout: Pick<Checkout, "session" | "sync" | "change">;
  card: RefObject<PaymentFormHandle | null>;
  setup: Parameters<typeof PaymentForm>[0]["setup"];
  origin: string;
};

/**
 * The purchase itself: the server confirms the total that the buyer saw, then the card is charged, then the browser goes
 * on. A changed price stops it and asks again.
 */
export function usePurchase({ productId, checkout, card, setup, origin }: Props) {
  const router = useRouter();
  const heldRef = useHeldCheckout();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [nameProblem, setNameProblem] = useState<string>();
  const [shippingProblems, setShippingProblems] = useState<Partial<Record<ShippingField, string>>>({});
  const { change } = checkout;
  const payment = useLastPayment(productId, {
    onPaid: leaveForOrder,
    onUnpaid: setProblem,
    // Back from the bank's page a browser may show this one as it left it.
    onShownAgain() {
      setBusy(false);
      change();
    },
  });

  async function buy(buyer: Buyer) {
    const { session } = checkout;
    if (!session || busy || payment.state === "checking") return;
    keepPage();
    payment.forget();
    setBusy(true);
    setNotice(undefined);
    setProblem(undefined);
    setNameProblem(undefined);
    setShippingProblems({});
    try {
      if (session.clientSecret === null) await placeFree(session, buyer);
      else await charge(session, buyer);
    } catch (error) {
      if (!(await goOn(error, buyer))) reportFailure(error, session);
      setBusy(false);
    }
  }

  /** Nothing has been charged: what charges says itself what became of it. */
  function reportFailure(error: unknown, { clientSecret }: CheckoutSession) {
    const isFree = clientSecret === null;
    if (wasUnanswered(error)) setProblem(isFree ? notPlaced : notSent);
    else setProblem(isFree ? notGiven : outOfOrder);
    toast({
      title: isFree ? "That did not work" : "Payment Failed",
      description: "An unexpected error occurred",
      variant: "destructive",
    });
  }

  function leaveForOrder(orderReference: string, email: string) {
    clearDraft(productId);
    heldRef.current = undefined;
    tellOtherTabs({ productId, orderReference, email });
    return router.navigate({ href: postPurchasePath(email, { id: orderReference }) });
  }

  async function placeFree(session: CheckoutSession, { email, name, shippingAddress }: Buyer) {
    const { orderReference } = await callApi(
      completeFreeOrder,
      {
        params: { checkoutSessionId: session.checkoutSessionId },
        body: {
          cartVersion: session.cartVersion,
          customerName: name,
          ...(shippingAddress && { shippingAddress }),
        },
      },
      { signal: AbortSignal.timeout(answersWithinMs) },
    );
    await leaveForOrder(orderReference, email);
  }

  async function charge(session: CheckoutSession, buyer: Buyer) {
    const { email, name, shippingAddress } = buyer;
    if (!card.current) throw new Error("there is no payment form");
    const paymentIntentId = session.paymentIntentId ?? "";
    const wrong = await card.current.check();
    if (wrong) return void (await takeOutcome(Promise.resolve(wrong), paymentIntentId, email));
    const { unchanged, ...now } = await callApi(
      confirmTotal,
      {
        params: { checkoutSessionId: session.checkoutSessionId },
        body: {
          cartVersion: session.cartVersion,
          totalCents: session.totalCents,
          customerName: name,
          ...(shippingAddress && { shippingAddress }),
        },
      },
      { signal: AbortSignal.timeout(answersWithinMs) },
    );
    if (!unchanged) {
      checkout.sync(now);
      const price = formatMoney(now.totalCents, session.currency);
      const ended = bumpsOf(now.lines).length < bumpsOf(session.lines).length;
      const reason = `${now.couponProblem ? `${now.couponProblem} ` : ""}${ended ? "An offer has ended. " : ""}`;
      setNotice(`${reason}The price is now ${price}. Please check the total and confirm again.`);
      return setBusy(false);
    }
    updateDraft(productId, { search: location.search, paymentIntentId, email });
    heldRef.current = session.checkoutSessionId;
    const sent = card.current.confirm({
      name,
      email,
      returnUrl: origin + postPurchasePath(email),
      ...(session.clientSecret !== null && { clientSecret: session.clientSecret }),
    });
    // Another tab has changed the cart meanwhile: asked again, the server says what it costs now.
    if (await takeOutcome(sent, paymentIntentId, email)) return charge(session, buyer);
  }

  /** True where this payment is over and another one has taken its place. */
  async function takeOutcome(sent: Promise<PaymentOutcome>, paymentIntentId: string, email: string) {
    const outcome = await sent.catch(() => ({ status: "unknown" as const }));
    if (outcome.status === "redirecting") return;
    if (outcome.status !== "failed" && outcome.status !== "unknown")
      return void (await leaveForOrder(paymentIntentId, email));
    if (outcome.status === "failed" && outcome.isOver) return true;
    setBusy(false);
    if (outcome.status === "unknown") return void payment.check(paymentIntentId, performance.now());
    toast({ title: "Payment Failed", description: outcome.message, variant: "destructive" });
    if (!outcome.isShown) setProblem(outcome);
    if (outcome.code === "duplicate_transaction") payment.check(paymentIntentId, performance.now());
  }

  /** Where the way to the bank was lost before the buyer had answered there. */
  async function goToBank({ email }: Pick<Buyer, "email">) {
    const { clientSecret, paymentIntentId } = checkout.session ?? {};
    if (!clientSecret || !paymentIntentId || busy) return;
    keepPage();
    setBusy(true);
    setProblem(undefined);
    payment.forget();
    await takeOutcome(continueAtBank(setup, clientSecret), paymentIntentId, email);
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
    const aboutName = error.body.fields?.["customerName"];
    setNameProblem(aboutName);
    if (aboutAddress) setShippingProblems(aboutAddress);
    else if (!aboutName) {
      // What is shown is read again, or the same refusal would come for ever.
      if (error.body.code === "PRICE_CHANGED")
        change(error.body.fields?.["couponCode"] ? { couponCode: "" } : {});
      setNotice(Object.values(error.body.fields ?? {})[0] ?? error.body.message);
    }
    return true;
  }

  return {
    buy,
    goToBank,
    busy: busy || payment.state === "checking",
    state: payment.state,
    notice,
    problem,
    setProblem,
    nameProblem,
    setNameProblem,
    shippingProblems,
  };
}

/** Longer than any answer takes that still comes. */
const answersWithinMs = 20_000;

const wasUnanswered = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof DOMException && error.name === "TimeoutError");

const notSent: Problem = {
  message: "The connection was lost before your payment was sent.",
  step: "Nothing was charged. Please try again once you are connected.",
};
const notPlaced: Problem = {
  message: "The connection was lost.",
  step: "Please try again: you will not get it twice.",
};
const notGiven: Problem = {
  message: "Your order could not be placed just now.",
  step: "Please try again in a minute.",
};
const outOfOrder: Problem = {
  message: "Your payment could not be taken just now.",
  step: "Nothing was charged. Please try again in a minute.",
};
