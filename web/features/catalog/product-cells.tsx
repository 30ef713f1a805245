import { Star } from "lucide-react";
import { createElement } from "react";
import type { MissingForSale } from "#contract/catalog/missing-for-sale.ts";
import { perInterval, trialText } from "#contract/catalog/billing-plan.ts";
import { ownPriceText } from "#contract/catalog/own-price.ts";
import { momentText } from "#contract/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { productTypeIcon, productTypeLabel } from "./product-type.ts";
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
          {createElement(productTypeIcon[type], { className: "size-5" })}
        </span>
      )}
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-1.5">
          <button
            dir="auto"
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
      {createElement(productTypeIcon[type], { className: "size-4 shrink-0", "aria-hidden": true })}
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
  parts: "Fewer than two products",
  part: "A product in it is not for sale",
};

type Status = Pick<MyProduct, "active" | "isToCome" | "isLate" | "missing">;

/** Whether it is on sale or announced, and what it lacks to be. */
export const productStatus = ({ active, isToCome, isLate, missing: [missing] }: Status) => {
  if (active && isLate && missing) return `Not opened: ${lower(lacks[missing])}`;
  if (active && isToCome) return "Coming soon";
  if (missing) return lacks[missing];
  return active ? "Active" : "Inactive";
};

export function ProductStatus({ product }: { product: MyProduct }) {
  const zone = useZone();
  const status = productStatus(product);
  const { opensAt, waiting, missing } = product;
  const isAnnounced = status === "Coming soon";
  const tone = status === "Active" ? "success" : status === "Inactive" || isAnnounced ? "neutral" : "warning";
  const notes = [
    ...(isAnnounced && opensAt ? [`Opens ${momentText(opensAt, zone)}`] : []),
    ...(isAnnounced && missing[0] ? [lacks[missing[0]]] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString("en-US")} waiting`] : []),
  ];
  return (
    <span className="inline-grid justify-items-start gap-1">
      <Badge tone={tone}>{status}</Badge>
      {notes.length > 0 && <span className="text-xs text-muted-foreground">{notes.join(" · ")}</span>}
    </span>
  );
}

const lower = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1);
