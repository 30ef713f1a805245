import { useRouter } from "@tanstack/react-router";
import { type RefObject, useRef, useState } from "react";
import { notFirstPurchase } from "#contract/checkout/declines.ts";
import { ApiError } from "#web/api.ts";
import { keepPage } from "#web/newer-build.ts";
import { continueAtBank } from "#web/payments/continue-at-bank.ts";
import type { PaymentForm, PaymentFormHandle, PaymentOutcome } from "#web/payments/payment-form.tsx";
import type { Problem } from "#web/payments/payment-problem.tsx";
import type { WalletPayment } from "#web/payments/wallet.ts";
import type { CheckoutSession } from "./cart.ts";
import { forgetLastPayment, updateLastPayment } from "./last-payment.ts";
import { type Refusal, walletRefusal } from "./checkout-refusal.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { type ShippingField, shippingProblemsOf } from "./shipping-address.ts";
import {
  beingChecked,
  closedInTime,
  notGiven,
  notPlaced,
  notSent,
  tellFailed,
  tellOutOfOrder,
  wasUnanswered,
} from "./purchase-problems.ts";
import { postPurchasePath, successPath } from "./success-path.ts";
import type { Checkout } from "./use-checkout-session.ts";
import {
  type Buyer,
  confirmSeenTotal,
  orderForFree,
  priceNews,
  reasonOf,
  type Repriced,
} from "./purchase-calls.ts";
import { useSoldOut } from "./use-sold-out.ts";
import { useHeldCheckout } from "./use-held-checkout.ts";
import { useLastPayment } from "./use-last-payment.ts";

type Props = {
  productId: string;
  checkout: Pick<
    Checkout,
    "session" | "cart" | "asking" | "refusal" | "sync" | "change" | "openFor" | "begun"
  >;
  form: RefObject<HTMLFormElement | null>;
  card: RefObject<PaymentFormHandle | null>;
  setup: Parameters<typeof PaymentForm>[0]["setup"];
  origin: string;
  /** The page says already why the last payment failed. A ref, since the server may answer before the page is drawn again. */
  told: RefObject<boolean>;
};

/**
 * The purchase itself: the server confirms the total that the buyer saw, then the card is charged, then the browser goes
 * on. A changed price stops it and asks again.
 */
export function usePurchase({ productId, checkout, form, card, setup, origin, told }: Props) {
  const router = useRouter();
  const showSoldOut = useSoldOut(productId);
  const heldRef = useHeldCheckout();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [nameProblem, setNameProblem] = useState<string>();
  const [shippingProblems, setShippingProblems] = useState<Partial<Record<ShippingField, string>>>({});
  /** The sheet that this purchase was approved in. */
  const wallet = useRef<WalletPayment>(undefined);
  const { change } = checkout;
  const payment = useLastPayment(productId, {
    onPaid: leaveForOrder,
    onUnpaid: refuse,
    // Back from the bank's page a browser may show this one as it left it.
    onShownAgain() {
      refuseWallet("");
      setBusy(false);
      change();
    },
  });

  /** Buys at the total that was seen. A checkout that is not set up yet for this address is waited for. */
  async function buy(buyer: Buyer, shownCents: number) {
    if (!begin()) return;
    await attempt(buyer, checkout.session?.clientSecret === null, async () => {
      const session = await sessionFor(buyer.email);
      if (!session || "kind" in session) return notSetUp(session);
      if (session.totalCents !== shownCents) return askAgain(session, session.currency);
      if (session.clientSecret === null) return placeFree(session, buyer);
      await charge(session, buyer, card.current);
    });
  }

  async function sessionFor(email: string): Promise<CheckoutSession | Refusal | undefined> {
    const { session, cart, asking, refusal } = checkout;
    if (session && !asking && !refusal && cart.email === email) return session;
    return checkout.openFor(email, cart.shippingCountry);
  }

  /** The page says most refusals where they belong; the rest is said beside the button. */
  function notSetUp(refusal: Refusal | undefined) {
    setBusy(false);
    if (refusal?.kind === "coupon" || refusal?.kind === "offers" || refusal?.kind === "amount")
      setNotice(refusal.message);
  }

  /** Buys for whoever approved it in a wallet, at the price that the wallet's sheet showed. */
  async function buyByWallet(approved: WalletPayment) {
    if (!begin(approved)) return approved.refuse("Another payment is under way.");
    const { buyer, shownCents } = approved;
    await attempt(buyer, false, async () => {
      const session = await checkout.openFor(buyer.email, buyer.shippingAddress?.country ?? "");
      if (!session || "kind" in session) return stop(walletRefusal(session));
      if (session.totalCents === shownCents) return charge(session, buyer, approved);
      askAgain(session, session.currency);
    });
  }

  /** False while another payment runs. */
  function begin(approved?: WalletPayment): boolean {
    if (busy || payment.state === "checking") return false;
    wallet.current = approved;
    keepPage();
    payment.forget();
    setBusy(true);
    setNotice(undefined);
    setProblem(undefined);
    setNameProblem(undefined);
    setShippingProblems({});
    return true;
  }

  async function attempt(buyer: Buyer, isFree: boolean, run: () => Promise<void>) {
    try {
      await checkout.begun();
      await run();
    } catch (error) {
      if (!(await goOn(error, buyer))) reportFailure(error, isFree);
      setBusy(false);
    }
  }

  /** Where a wallet's sheet is open, it ends with the page's words. */
  function refuseWallet(message: string) {
    wallet.current?.refuse(message);
    wallet.current = undefined;
  }

  /** Where the coupon is to blame and no card, it goes, and the new total waits for one press. */
  function refuse(problem: Problem) {
    if (problem.code === notFirstPurchase) change({ couponCode: "" });
    if (told.current) return;
    if (problem.code === notFirstPurchase) setNotice(problem.message);
    else setProblem(problem);
  }

  function stop(problem: Problem) {
    refuseWallet(problem.message);
    setBusy(false);
    setProblem(problem);
  }

  function askAgain(repriced: Repriced, currency: string, reason = "") {
    const text = reason + priceNews(repriced, currency);
    refuseWallet(text);
    setNotice(text);
    setBusy(false);
  }

  /** Nothing has been charged: what charges says itself what became of it. */
  function reportFailure(error: unknown, isFree: boolean) {
    if (wasUnanswered(error)) return stop(isFree ? notPlaced : notSent);
    stop(isFree ? notGiven : tellOutOfOrder());
  }

  function leaveForOrder(orderReference: string, email: string) {
    forgetLastPayment(productId);
    heldRef.current = undefined;
    tellOtherTabs({ productId, orderReference, email });
    return router.navigate({ href: postPurchasePath(email, { id: orderReference }) });
  }

  async function placeFree(session: CheckoutSession, buyer: Buyer) {
    const { orderReference } = await orderForFree(session, buyer, form.current);
    await leaveForOrder(orderReference, buyer.email);
  }

  async function charge(session: CheckoutSession, buyer: Buyer, pays: PaymentFormHandle | null) {
    const { email, name } = buyer;
    if (!pays) throw new Error("there is no payment form");
    const paymentIntentId = session.paymentIntentId ?? "";
    const wrong = await pays.check();
    if (wrong) {
      // Nothing was sent: the fields say what is wrong with them.
      refuseWallet(wrong.message);
      setBusy(false);
      if (!wrong.isShown) setProblem(wrong);
      return;
    }
    const { unchanged, ...now } = await confirmSeenTotal(session, buyer, form.current);
    if (!unchanged) {
      checkout.sync(now);
      return askAgain(now, session.currency, reasonOf(now, session));
    }
    const closed = wallet.current?.closed;
    if (closed?.aborted) return stop(closedInTime);
    updateLastPayment(productId, { search: location.search, paymentIntentId, email });
    heldRef.current = session.checkoutSessionId;
    const sent = pays.confirm({
      name,
      email,
      returnUrl: origin + postPurchasePath(email),
      ...(session.clientSecret !== null && { clientSecret: session.clientSecret }),
    });
    // Where its sheet is closed meanwhile, only the server can tell what becomes of it.
    const answered = new AbortController();
    const check = () => payment.check(paymentIntentId, performance.now());
    closed?.addEventListener("abort", check, { signal: answered.signal });
    void sent.catch(() => {}).finally(() => answered.abort());
    // Another tab has changed the cart meanwhile: asked again, the server says what it costs now.
    if (await takeOutcome(sent, paymentIntentId, email)) return charge(session, buyer, pays);
  }

  /** True where this payment is over and another one has taken its place. */
  async function takeOutcome(sent: Promise<PaymentOutcome>, paymentIntentId: string, email: string) {
    const outcome = await sent.catch(() => ({ status: "unknown" as const }));
    if (outcome.status === "redirecting") return;
    if (outcome.status === "authorized") {
      setBusy(false);
      return void payment.check(paymentIntentId, -Infinity);
    }
    if (outcome.status !== "failed" && outcome.status !== "unknown")
      return void (await leaveForOrder(paymentIntentId, email));
    if (outcome.status === "failed" && outcome.isOver) return true;
    refuseWallet(outcome.status === "failed" ? outcome.message : beingChecked);
    setBusy(false);
    if (outcome.status === "unknown") return void payment.check(paymentIntentId, performance.now());
    tellFailed(outcome.message);
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
      forgetLastPayment(productId);
      await router.navigate({ href: successPath(reference, email) });
      return true;
    }
    if (error.status >= 500 || !error.body.message) return false;
    await showSoldOut(error);
    refuseWallet(Object.values(error.body.fields ?? {})[0] ?? error.body.message);
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
    buyByWallet,
    setNotice,
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
