import { perInterval, trialText } from "#contract/catalog/billing-plan.ts";
import { ownPriceText } from "#contract/catalog/own-price.ts";
import { classNames } from "#web/ui/class-names.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { PublicProduct } from "./shown-product.ts";

type Priced = Pick<
  PublicProduct,
  | "priceCents"
  | "originalPriceCents"
  | "suggestedPriceCents"
  | "yearlyPriceCents"
  | "trialDays"
  | "currency"
  | "type"
  | "billingInterval"
>;

/** A price in dollars, its billing period for a membership, and the original price struck through where it was higher. */
export function StorefrontPrice({ product, className = "text-lg" }: { product: Priced; className?: string }) {
  const { priceCents, originalPriceCents, currency } = product;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={classNames("font-semibold tracking-tight", className)}>
        {product.suggestedPriceCents === null
          ? formatMoney(priceCents, currency)
          : ownPriceText(product, (cents) => formatMoney(cents, currency))}
        {product.type === "MEMBERSHIP" && (
          <span className="text-sm font-normal text-muted-foreground">
            {perInterval(product.billingInterval)}
          </span>
        )}
      </span>
      {product.yearlyPriceCents !== null && (
        <span className="text-sm text-muted-foreground">
          or {formatMoney(product.yearlyPriceCents, currency)}/year
        </span>
      )}
      {product.trialDays > 0 && (
        <span className="text-sm font-medium text-success">{trialText(product.trialDays)} free</span>
      )}
      {product.suggestedPriceCents !== null && priceCents > 0 && (
        <span className="text-sm text-muted-foreground">Pay what you want</span>
      )}
      {priceCents === 0 && product.suggestedPriceCents === null && (
        <span className="text-sm font-medium text-success">Free</span>
      )}
      {originalPriceCents !== null && originalPriceCents > priceCents && (
        <s className="text-sm text-muted-foreground">
          <span className="sr-only">Original price </span>
          {formatMoney(originalPriceCents, currency)}
        </s>
      )}
    </p>
  );
}
