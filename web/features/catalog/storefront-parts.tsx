import { Check } from "lucide-react";
import { kindOfThing, sizeBeforeSale } from "#contract/catalog/product-kind.ts";
import { formatMoney } from "#web/ui/money.ts";
import { BundleWorth } from "./bundle-worth.tsx";
import type { ProductPage } from "./shown-product.ts";

/** What a bundle consists of, each with what it is and what it costs by itself; the way to its own page. */
export function StorefrontParts({ product }: { product: ProductPage }) {
  const { parts, currency, creator } = product;
  return (
    <>
      <ul className="store-box divide-y divide-border overflow-hidden rounded-2xl border border-border bg-card">
        {parts.map((part) => (
          <li key={part.id} className="flex items-start gap-2.5 px-4 py-3 sm:px-5">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-success" />
            <span className="grid min-w-0 grow gap-0.5">
              {part.isOnSale ? (
                <a
                  dir="auto"
                  href={`/u/${creator.handle}/${part.slug}`}
                  className="-my-1.5 inline-flex min-h-9 items-center font-medium underline-offset-4 wrap-anywhere hover:underline pointer-coarse:min-h-11"
                >
                  {part.title}
                </a>
              ) : (
                <span dir="auto" className="font-medium wrap-anywhere">
                  {part.title}
                </span>
              )}
              <span className="text-sm text-muted-foreground">
                {kindOfThing({ ...part, fileSize: sizeBeforeSale(part.fileSize) })}
                {!part.isOnSale && ", not on sale at the moment"}
              </span>
            </span>
            <span className="text-sm whitespace-nowrap text-muted-foreground">
              {part.priceCents === 0 ? "Free" : formatMoney(part.priceCents, currency)}
            </span>
          </li>
        ))}
      </ul>
      <BundleWorth product={product} />
    </>
  );
}
