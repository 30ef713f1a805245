import type { ReactNode } from "react";
import { perInterval, trialText } from "#contract/catalog/billing-plan.ts";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { Amounts } from "./amounts.ts";
import type { Product } from "./cart.ts";

/** Every figure of the order, down to the total. */
export function Totals({ product, amounts }: { product: Product; amounts: Amounts }) {
  const { subtotalCents, bumpCents, trial, coupon, shipping, totalCents, savingOffers } = amounts;
  const zone = useZone();
  const money = (cents: number) => formatMoney(cents, product.currency);
  return (
    <>
      <dl className="mt-5 grid gap-2 border-t border-border pt-5 text-sm">
        <Row label="Subtotal">{money(subtotalCents)}</Row>
        {bumpCents > 0 && <Row label="Order Bumps">{money(bumpCents)}</Row>}
        {trial && (
          <Row label={`Free trial (${trialText(trial.days)})`} className="text-success">
            -{money(subtotalCents)}
          </Row>
        )}
        {coupon && coupon.discountCents > 0 && (
          <Row label={`Discount (${coupon.code})`} className="text-success">
            -{money(coupon.discountCents)}
          </Row>
        )}
        {shipping && (
          <Row label="Shipping">
            {shipping.cents === null
              ? "Choose a country"
              : shipping.cents === 0
                ? "Free shipping"
                : money(shipping.cents)}
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
          Due today, then {money(trial ? subtotalCents : product.priceCents)}
          {perInterval(product.billingInterval)}
          {trial && ` from ${longDayText(trial.endsAt, zone)}`}
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

type RowProps = { label: string; className?: string; children: ReactNode };

function Row({ label, className = "text-muted-foreground", children }: RowProps) {
  return (
    <div className="flex justify-between gap-4">
      <dt className={`min-w-0 break-words ${className}`}>{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
