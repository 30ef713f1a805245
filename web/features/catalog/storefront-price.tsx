import type { PublicProduct } from "#contract/catalog.ts";
import { formatMoney } from "#web/ui/money.ts";

type Priced = Pick<
  PublicProduct,
  "priceCents" | "originalPriceCents" | "currency" | "type" | "billingInterval"
>;

/** A price in dollars, its billing period for a membership, and the original price struck through where it was higher. */
export function StorefrontPrice({ product }: { product: Priced }) {
  const { priceCents, originalPriceCents, currency } = product;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-lg font-semibold tracking-tight">
        {formatMoney(priceCents, currency)}
        {product.type === "MEMBERSHIP" && (
          <span className="text-sm font-normal text-muted-foreground">
            {product.billingInterval === "YEAR" ? "/year" : "/month"}
          </span>
        )}
      </span>
      {priceCents === 0 && <span className="text-sm font-medium text-success">Free</span>}
      {originalPriceCents !== null && originalPriceCents > priceCents && (
        <s className="text-sm text-muted-foreground">
          <span className="sr-only">Original price </span>
          {formatMoney(originalPriceCents, currency)}
        </s>
      )}
    </p>
  );
}
