import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { atInterval } from "#contract/catalog/billing-plan.ts";
import { atAmount } from "#contract/catalog/own-price.ts";
import type { getPaymentSetup } from "#contract/checkout/checkout.ts";
import { notFirstPurchase } from "#contract/checkout/declines.ts";
import type { Draft } from "#contract/checkout/draft.ts";
import type { Output } from "#web/api.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { CreatorColors } from "#web/layout/creator-colors.tsx";
import { CreatorMark } from "#web/layout/creator-mark.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { amountsOf } from "./amounts.ts";
import { BumpOffers } from "./bump-offers.tsx";
import { type Cart, linkOf, type OrderBump, type Product, startingCart } from "./cart.ts";
import { CheckoutUnavailableScreen } from "./checkout-screens.tsx";
import { isEmptyCourse, lacksPart } from "./lacks-content.ts";
import { NotForSale } from "./not-for-sale.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PaymentDetails } from "./payment-details.tsx";
import { useLoadedAtRest } from "./use-loaded-at-rest.ts";
import { DraftChanges } from "./payment-parts.ts";
import { useReturnedProblem } from "./use-returned-problem.ts";
import { type PricedCheckout, useCheckoutSession } from "./use-checkout-session.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type CheckoutSearch = {
  aff?: string | undefined;
  code?: string | undefined;
  bump?: string | undefined;
};

const AmountChoice = loadable(
  async () => (await import("./amount-choice.tsx")).AmountChoice,
  undefined,
  "amount-choice",
);
// Seen by those whose bank refused them.
const ReturnedCheckout = loadable(async () => (await import("./returned-checkout.tsx")).ReturnedCheckout);
const PlanChoice = loadable(
  async () => (await import("./plan-choice.tsx")).PlanChoice,
  undefined,
  "plan-choice",
);

type Props = {
  product: Product;
  bumps: readonly OrderBump[];
  setup: Output<typeof getPaymentSetup>;
  search: CheckoutSearch;
  /** What this browser has left here. */
  draft: Draft | null;
  /** What the address asks for at the server's prices; undefined where it did not answer. */
  priced: PricedCheckout | undefined;
  origin: string;
  /** What buyers say of the product, below everything else. */
  reviews: ReactNode;
};

/** The checkout of one product. What costs nothing needs no payment provider. */
export function CheckoutPage({
  product: offered,
  bumps,
  setup,
  search,
  draft,
  priced,
  origin,
  reviews,
}: Props) {
  const [start] = useState((): Cart => startingCart(search, draft, bumps));
  const checkout = useCheckoutSession({
    productId: offered.id,
    link: linkOf(search),
    draft,
    start,
    priced,
    isFree: offered.priceCents === 0,
  });
  const { change } = checkout;
  /** Why the amount that is being typed cannot be paid yet. */
  const [unclear, setUnclear] = useState<string>();
  const [isAmountAsked, setAmountAsked] = useState(false);
  const askedAmount = isAmountAsked ? unclear : undefined;
  const [isReturnSeen, setReturnSeen] = useState(false);
  const told = useRef(false);
  const problem = useReturnedProblem(offered.id, ({ code }) => {
    told.current = true;
    // A link of before may bring a coupon back that this buyer cannot have.
    if (code === notFirstPurchase) change({ couponCode: "" });
  });
  const returned = isReturnSeen ? undefined : problem;
  const chooseAmount = useCallback(
    (amountCents: number | undefined, problem = "Enter the amount you want to pay") => {
      setUnclear(amountCents === undefined ? problem : undefined);
      setAmountAsked(false);
      if (amountCents !== undefined) change({ amountCents });
    },
    [change],
  );
  const product = atAmount(atInterval(offered, checkout.cart.billingInterval), checkout.cart.amountCents);
  useLoadedAtRest();
  const amounts = amountsOf(product, bumps, checkout.cart, checkout.priced);
  if (setup.provider === "none" && product.priceCents > 0) return <CheckoutUnavailableScreen />;
  const offers = (
    <BumpOffers
      bumps={bumps}
      chosen={checkout.cart.orderBumps}
      onChoose={(orderBumps) => checkout.change({ orderBumps })}
    />
  );
  return (
    <>
      <CreatorColors accent={product.creator.accent} />
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between gap-4 px-5 sm:px-8">
          <CreatorMark creator={product.creator} />
          {!product.creator.isWhiteLabel && <Logo />}
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-5 pt-5 pb-16 sm:px-8 lg:pt-12">
        <div className="mb-5 grid gap-1 lg:mb-8">
          <h1 className="text-2xl font-semibold tracking-tight sm:text-3xl">Secure Checkout</h1>
          <p className="text-muted-foreground max-sm:text-sm">
            {amounts.isFree
              ? "Free: tell us where to send it"
              : "Complete your purchase with secure payment processing"}
          </p>
        </div>
        {returned && (
          <Suspense>
            <ReturnedCheckout
              problem={returned.code === notFirstPurchase ? { message: returned.message } : returned}
              title={product.title}
              totalCents={amounts.totalCents}
              currency={product.currency}
              email={draft?.email ?? checkout.cart.email}
              name={draft?.customerName ?? ""}
              addOns={bumps
                .filter(({ id }) => checkout.cart.orderBumps.includes(id))
                .map(({ bumpProduct }) => bumpProduct.title)}
              couponCode={amounts.coupon?.code}
            />
          </Suspense>
        )}
        {draft?.left && (
          <Suspense>
            <DraftChanges draft={draft} start={start} priced={priced} />
          </Suspense>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <OrderSummary
            product={product}
            bumps={bumps}
            checkout={checkout}
            amounts={amounts}
            stockLeft={priced?.stockLeft ?? null}
            planTrialEndsAt={priced?.planTrialEndsAt ?? null}
            plans={
              offered.suggestedPriceCents !== null ? (
                <Suspense fallback={<Skeleton className="h-28" />}>
                  <AmountChoice
                    product={offered}
                    chosen={checkout.cart.amountCents}
                    problem={checkout.amountProblem ?? askedAmount}
                    onChoose={chooseAmount}
                  />
                </Suspense>
              ) : offered.yearlyPriceCents === null ? null : (
                <Suspense fallback={<Skeleton className="h-20" />}>
                  <PlanChoice
                    product={offered}
                    chosen={product.billingInterval}
                    onChoose={(billingInterval) => checkout.change({ billingInterval })}
                  />
                </Suspense>
              )
            }
            offers={offers}
          />
          {product.comingSoon ||
          isEmptyCourse(product) ||
          lacksPart(product) ||
          product.hasBegun ||
          product.soldOut ? (
            <NotForSale product={product} />
          ) : (
            <PaymentDetails
              product={product}
              setup={setup}
              origin={origin}
              checkout={checkout}
              draft={draft}
              amounts={amounts}
              unclear={unclear}
              askedAmount={askedAmount}
              told={told}
              onPress={() => {
                told.current = false;
                setReturnSeen(true);
                setAmountAsked(unclear !== undefined);
              }}
              offers={offers}
            />
          )}
        </div>
        <div className="mt-6">{reviews}</div>
      </main>
    </>
  );
}
