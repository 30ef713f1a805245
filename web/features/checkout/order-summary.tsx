import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { Amounts } from "./amounts.ts";
import { BumpOffers } from "./bump-offers.tsx";
import type { OrderBump, Product } from "./cart.ts";
import { CouponBox } from "./coupon-box.tsx";
import { RefundPromise } from "./refund-promise.tsx";
import type { Checkout } from "./use-checkout-session.ts";

type Props = {
  product: Product;
  bumps: readonly OrderBump[];
  checkout: Checkout;
  amounts: Amounts;
  /** Null where there is enough. */
  stockLeft: number | null;
};

/** What is bought, what may be added, and what it all costs. */
export function OrderSummary({ product, bumps, checkout, amounts, stockLeft }: Props) {
  const { cart, priced, asking, couponProblem, change } = checkout;
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-2xl border border-border bg-card p-5 shadow-sm sm:p-6"
    >
      <h2 id="order-summary" className="text-base font-semibold">
        Order Summary
      </h2>
      <div className="mt-4 flex gap-4">
        {product.cover && <CoverThumbnail cover={product.cover} size="medium" />}
        <div className="min-w-0 grow">
          <p className="leading-snug font-medium">{product.title}</p>
          <p className="text-sm text-muted-foreground">
            {typeDescriptions[product.type]} by {product.creator.name}
          </p>
          {stockLeft !== null && stockLeft > 0 && (
            <p className="mt-1 text-sm font-medium text-warning-soft-foreground">Only {stockLeft} left</p>
          )}
        </div>
        <p className="font-medium whitespace-nowrap">
          {product.priceCents === 0 ? "Free" : formatMoney(product.priceCents, product.currency)}
          {product.type === "MEMBERSHIP" && product.priceCents > 0 && (
            <span className="text-sm font-normal text-muted-foreground">{perPeriod(product)}</span>
          )}
        </p>
      </div>
      <BumpOffers bumps={bumps} chosen={cart.orderBumps} onChoose={(orderBumps) => change({ orderBumps })} />
      {(product.priceCents > 0 || bumps.length > 0) && (
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
      {!amounts.isFree && (
        <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted-foreground [&_li]:flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success">
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

/** What an accepted coupon does to this order; undefined while the server has not accepted it. */
function effectOf(priced: Checkout["priced"], code: string) {
  if (!priced?.coupon || priced.coupon.code.toLowerCase() !== code.toLowerCase()) return undefined;
  if (priced.coupon.discountCents > 0) return "takes off";
  return priced.requiresShipping ? "ships free anyway" : "takes nothing off";
}

const typeDescriptions: Record<Product["type"], string> = {
  DOWNLOAD: "Digital download",
  COURSE: "Online course",
  MEMBERSHIP: "Membership",
  BOOKING_LINK: "1:1 session",
  PHYSICAL: "Physical product",
  SERVICE: "Service",
  EVENT: "Event",
};

/** Every figure of the order, down to the total. */
function Totals({ product, amounts }: { product: Product; amounts: Amounts }) {
  const { subtotalCents, bumpCents, coupon, totalCents, savingOffers } = amounts;
  const money = (cents: number) => formatMoney(cents, product.currency);
  return (
    <>
      <dl className="mt-5 grid gap-2 border-t border-border pt-5 text-sm">
        <Row label="Subtotal">{money(subtotalCents)}</Row>
        {bumpCents > 0 && <Row label="Order Bumps">{money(bumpCents)}</Row>}
        {coupon && coupon.discountCents > 0 && (
          <Row label={`Discount (${coupon.code})`} className="text-success">
            -{money(coupon.discountCents)}
          </Row>
        )}
        <Row label="Tax">{money(0)}</Row>
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-border pt-4 text-base font-semibold">
          <dt>Total</dt>
          <dd aria-live="polite">{money(totalCents)}</dd>
        </div>
      </dl>
      {product.type === "MEMBERSHIP" && (
        <p className="mt-1 text-right text-sm text-muted-foreground">
          Due today, then {money(product.priceCents)}
          {perPeriod(product)}
        </p>
      )}
      {savingOffers > 0 && (
        <p
          role="status"
          className="mt-4 rounded-xl bg-success-soft px-4 py-2.5 text-center text-sm font-medium text-success-soft-foreground"
        >
          You're saving with {savingOffers} special {savingOffers === 1 ? "offer" : "offers"}!
        </p>
      )}
    </>
  );
}

/** "/month" or "/year": what a membership's price is for. */
const perPeriod = ({ billingInterval }: Pick<Product, "billingInterval">): string =>
  billingInterval === "YEAR" ? "/year" : "/month";

type RowProps = { label: string; className?: string; children: ReactNode };

function Row({ label, className = "text-muted-foreground", children }: RowProps) {
  return (
    <div className="flex justify-between gap-4">
      <dt className={`min-w-0 break-words ${className}`}>{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
