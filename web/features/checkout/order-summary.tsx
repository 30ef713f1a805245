import { ChevronDown, ShieldCheck } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { perInterval, trialText } from "#contract/catalog/billing-plan.ts";
import { BenefitList } from "#web/ui/benefit-list.tsx";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { EventDate } from "#web/ui/event-date.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Amounts } from "./amounts.ts";
import type { OrderBump, Product } from "./cart.ts";
import { CouponBox } from "./coupon-box.tsx";
import { Totals } from "./order-totals.tsx";
import { BundleParts, EndingTrial } from "./payment-parts.ts";
import { RefundPromise } from "./refund-promise.tsx";
import type { Checkout } from "./use-checkout-session.ts";

type Props = {
  product: Product;
  bumps: readonly OrderBump[];
  checkout: Checkout;
  amounts: Amounts;
  /** Null where there is enough. */
  stockLeft: number | null;
  /** Of a plan: when the creator's free trial ends, which paying now gives up. */
  planTrialEndsAt: string | null;
  /** What the buyer chooses of the price: a month or a year, or how much. */
  plans: ReactNode;
  /** What may be added, where the page is wide enough to have it here. */
  offers: ReactNode;
};

/**
 * What is bought, what may be added, and what it all costs. Where the page is narrow it is one line that opens: the fields come
 * first there, and the offers stand among them.
 */
export function OrderSummary({
  product,
  bumps,
  checkout,
  amounts,
  stockLeft,
  planTrialEndsAt,
  plans,
  offers,
}: Props) {
  const { cart, priced, asking, couponProblem, change } = checkout;
  const [isOpen, setOpen] = useState(couponProblem !== undefined);
  const contentId = useId();
  const trialWords = trialWordsOf(product, amounts, priced);
  // What is wrong with a code stands beside its field.
  const [saidProblem, setSaidProblem] = useState(couponProblem);
  if (couponProblem !== saidProblem) {
    setSaidProblem(couponProblem);
    if (couponProblem) setOpen(true);
  }
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-2xl border border-border bg-card px-5 py-2 shadow-sm sm:px-6 lg:py-6"
    >
      <h2 id="order-summary" className="text-base font-semibold max-lg:sr-only">
        Order Summary
      </h2>
      <SummaryLine
        product={product}
        checkout={checkout}
        amounts={amounts}
        stockLeft={stockLeft}
        contentId={contentId}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      {plans}
      {!isOpen && <EventDate event={product} className="mt-2 lg:hidden" />}
      {!isOpen && (
        <p aria-live="polite" className="sr-only lg:hidden">
          Total: {formatMoney(amounts.totalCents, product.currency)}
        </p>
      )}
      <div id={contentId} className={isOpen ? "max-lg:pb-2" : "max-lg:hidden"}>
        <div className="mt-2 flex gap-4 lg:mt-4">
          {product.cover && <CoverThumbnail cover={product.cover} size="medium" />}
          <div className="min-w-0 grow">
            <p dir="auto" className="leading-snug font-medium">
              {product.title}
            </p>
            <p className="text-sm text-muted-foreground">
              {typeDescriptions[product.type]} by <bdi>{product.creator.name}</bdi>
            </p>
            <EventDate event={product} className="mt-2" />
            {stockLeft !== null && stockLeft > 0 && product.type !== "EVENT" && (
              <p className="mt-1 text-sm font-medium text-warning-soft-foreground">Only {stockLeft} left</p>
            )}
          </div>
          <p className="font-medium whitespace-nowrap">
            {product.priceCents === 0 ? "Free" : formatMoney(product.priceCents, product.currency)}
            {product.type === "MEMBERSHIP" && product.priceCents > 0 && (
              <span className="text-sm font-normal text-muted-foreground">
                {perInterval(product.billingInterval)}
              </span>
            )}
          </p>
        </div>
        {planTrialEndsAt && (
          <Suspense>
            <EndingTrial endsAt={planTrialEndsAt} />
          </Suspense>
        )}
        {trialWords && <p className="mt-3 text-sm font-medium">{trialWords}</p>}
        {product.parts.length > 0 && (
          <Suspense fallback={<Skeleton className="mt-4 h-16" />}>
            <BundleParts product={product} priced={priced} />
          </Suspense>
        )}
        <BenefitList benefits={product.benefits} className="mt-4" />
        <div className="empty:hidden max-lg:hidden">{offers}</div>
        {!product.isPlan && (product.priceCents > 0 || bumps.length > 0) && (
          <div className="mt-4">
            <CouponBox
              code={cart.couponCode}
              applied={effectOf(priced, cart.couponCode)}
              firstPurchaseOnly={priced?.coupon?.firstPurchaseOnly === true}
              problem={couponProblem}
              checking={asking}
              onChange={(couponCode) => change({ couponCode })}
            />
          </div>
        )}
        {!amounts.isFree && <Totals product={product} amounts={amounts} />}
      </div>
      <ul
        aria-label="Before you buy"
        className="mt-2 mb-3 grid list-disc gap-1.5 pl-4.5 text-sm wrap-anywhere text-muted-foreground empty:hidden lg:mt-5 lg:mb-0"
      >
        {/* The billing of this choice, for this buyer, is said above and at the button. */}
        {product.facts.map(({ kind, text }) => kind !== "BILLING" && <li key={text}>{text}</li>)}
      </ul>
      {!amounts.isFree && (
        <ul className="mt-2 mb-2 lg:mt-5 lg:mb-0 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted-foreground [&_li]:flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success">
          <li>
            <ShieldCheck aria-hidden="true" />
            Secure Payment
          </li>
          <RefundPromise policy={product.creator.refundPolicy} />
        </ul>
      )}
    </section>
  );
}

/** What a free trial is, or why there is none this time; nothing of a product that has none. */
function trialWordsOf(product: Product, { trial, subtotalCents }: Amounts, priced: Checkout["priced"]) {
  if (trial) {
    const price = formatMoney(subtotalCents, product.currency);
    const period = product.billingInterval === "YEAR" ? "year" : "month";
    return `${trialText(trial.days)} free, then ${price} a ${period}`;
  }
  if (product.trialDays === 0 || !priced) return undefined;
  if (priced.coupon) return "With a code the first payment is made today, without the free trial.";
  return "You have had the free trial before: the first payment is made today.";
}

type LineProps = Pick<Props, "product" | "checkout" | "amounts" | "stockLeft"> & {
  contentId: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** The order in one line, with whatever changes its price or may end, and the way to all of it. */
function SummaryLine({ product, checkout, amounts, stockLeft, contentId, isOpen, onToggle }: LineProps) {
  const { coupon, totalCents, isFree } = amounts;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={contentId}
      className="flex min-h-12 w-full items-center gap-3 py-1 text-left text-sm lg:hidden"
      onClick={onToggle}
    >
      {!isOpen && product.cover && <CoverThumbnail cover={product.cover} size="small" />}
      <span className="grid min-w-0 grow">
        <span className="flex items-center gap-1 font-medium">
          {isOpen ? "Hide" : "Show"} order summary
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-muted-foreground ${isOpen ? "rotate-180" : ""}`}
          />
        </span>
        {!isOpen && (
          <span dir="auto" className="truncate text-muted-foreground">
            {product.title}
          </span>
        )}
        {!isOpen && coupon && coupon.discountCents > 0 && (
          <span className="break-words text-success">
            {coupon.code} applied
            {checkout.priced?.coupon?.firstPurchaseOnly === true && ", for first-time customers"}
          </span>
        )}
        {!isOpen && stockLeft !== null && stockLeft > 0 && (
          <span className="font-medium text-warning-soft-foreground">Only {stockLeft} left</span>
        )}
      </span>
      <span className="text-base font-semibold whitespace-nowrap">
        {isFree ? "Free" : formatMoney(totalCents, product.currency)}
      </span>
    </button>
  );
}

/** What an accepted coupon does to this order; undefined while the server has not accepted it. */
function effectOf(priced: Checkout["priced"], code: string) {
  if (!priced?.coupon || priced.coupon.code.toLowerCase() !== code.toLowerCase()) return undefined;
  if (priced.coupon.discountCents > 0) return "takes off";
  return priced.coupon.freeShipping ? "ships free" : "takes nothing off";
}

const typeDescriptions: Record<Product["type"], string> = {
  DOWNLOAD: "Digital download",
  COURSE: "Online course",
  MEMBERSHIP: "Membership",
  BOOKING_LINK: "1:1 session",
  PHYSICAL: "Physical product",
  SERVICE: "Service",
  EVENT: "Event",
  BUNDLE: "Bundle",
};
