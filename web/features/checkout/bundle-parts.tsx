import { Check } from "lucide-react";
import { kindOfThing, sizeBeforeSale } from "#contract/catalog/product-kind.ts";
import type { Product } from "./cart.ts";
import type { Checkout } from "./use-checkout-session.ts";

/** What a bundle consists of, and what of it this buyer has already: that is said before anything is paid. */
export function BundleParts({ product, priced }: { product: Product; priced: Checkout["priced"] }) {
  const known = priced?.lines.find(({ itemType }) => itemType === "MAIN")?.parts ?? [];
  const owned = new Set(known.flatMap(({ id, isOwned }) => (isOwned ? [id] : [])));
  return (
    <>
      <ul aria-label="In this bundle" className="mt-4 grid gap-2 text-sm">
        {product.parts.map((part) => (
          <li key={part.id} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            <span className="min-w-0 wrap-anywhere">
              <bdi>{part.title}</bdi>{" "}
              <span className="text-muted-foreground">
                {kindOfThing({ ...part, fileSize: sizeBeforeSale(part.fileSize) })}
              </span>
              {owned.has(part.id) && (
                <span className="block font-medium text-warning-soft-foreground">You own this already</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {owned.size > 0 && (
        <p role="status" className="mt-3 rounded-xl bg-muted px-4 py-3 text-sm">
          {owned.size === product.parts.length
            ? "You own all of this bundle already."
            : `You own ${owned.size} of these ${product.parts.length} already. The price is the same.`}
        </p>
      )}
    </>
  );
}
