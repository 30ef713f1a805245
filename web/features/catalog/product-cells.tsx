import { Star } from "lucide-react";
import { createElement } from "react";
import type { MissingForSale } from "#contract/catalog/missing-for-sale.ts";
import { perInterval, trialText } from "#contract/catalog/billing-plan.ts";
import { ownPriceText } from "#contract/catalog/own-price.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { choiceIcon, productTypeLabel } from "./product-type.ts";
import type { MyProduct } from "./product-form-values.ts";

/** Cover, title and slug; pressing the title edits the product. */
export function ProductCell({ product, onEdit }: { product: MyProduct; onEdit: () => void }) {
  const { cover, type } = product;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {cover ? (
        <CoverThumbnail cover={cover} size="small" />
      ) : (
        <span
          aria-hidden="true"
          className="store-cover grid h-10 w-16 shrink-0 place-items-center rounded-md text-brand-soft-foreground"
        >
          {createElement(choiceIcon(type), { className: "size-5" })}
        </span>
      )}
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            onClick={onEdit}
            className="truncate rounded-sm text-left font-medium underline-offset-4 hover:underline"
          >
            {product.title}
          </button>
          {product.featured && (
            <Star role="img" aria-label="Featured" className="size-4 shrink-0 fill-brand stroke-brand" />
          )}
        </p>
        <p className="truncate text-xs text-muted-foreground">/{product.slug}</p>
      </div>
    </div>
  );
}

export function ProductTypeCell({ type }: Pick<MyProduct, "type">) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-muted-foreground">
      {createElement(choiceIcon(type), { className: "size-4 shrink-0", "aria-hidden": true })}
      {productTypeLabel[type]}
    </span>
  );
}

/** The price, its period for a membership, and the higher price before it. */
export function ProductPriceCell({ product }: { product: MyProduct }) {
  const { priceCents, originalPriceCents, yearlyPriceCents, trialDays, currency, billingInterval } = product;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {product.suggestedPriceCents === null
        ? formatMoney(priceCents, currency)
        : ownPriceText(product, (cents) => formatMoney(cents, currency))}
      {billingInterval !== "ONE_TIME" && (
        <span className="text-muted-foreground">{perInterval(billingInterval)}</span>
      )}
      {yearlyPriceCents !== null && (
        <span className="block text-xs text-muted-foreground">
          or {formatMoney(yearlyPriceCents, currency)}/year
        </span>
      )}
      {trialDays > 0 && (
        <span className="block text-xs text-muted-foreground">{trialText(trialDays)} free</span>
      )}
      {originalPriceCents !== null && originalPriceCents > priceCents && (
        <s className="ml-1.5 text-xs text-muted-foreground">
          <span className="sr-only">Original price </span>
          {formatMoney(originalPriceCents, currency)}
        </s>
      )}
    </span>
  );
}

const lacks: Record<MissingForSale, string> = {
  file: "No file yet",
  link: "No link yet",
  lessons: "No lessons yet",
  date: "No date yet",
  event: "Cancelled",
  times: "No times yet",
  shipping: "Ships nowhere yet",
};

/** Whether it is on sale, and what it lacks to be. */
export const productStatus = ({ active, missing: [missing] }: Pick<MyProduct, "active" | "missing">) => {
  if (missing) return lacks[missing];
  return active ? "Active" : "Inactive";
};

export function ProductStatus({ product }: { product: MyProduct }) {
  const status = productStatus(product);
  const tone = status === "Active" ? "success" : status === "Inactive" ? "neutral" : "warning";
  return <Badge tone={tone}>{status}</Badge>;
}
