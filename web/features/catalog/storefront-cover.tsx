import { createElement } from "react";
import type { PublicProduct } from "#contract/catalog.ts";
import { productTypeIcon } from "./product-type.ts";

/** A product's cover in fixed proportions, or its type's mark where it has none. Only the first ones load at once. */
export function StorefrontCover({ product, eager }: { product: PublicProduct; eager: boolean }) {
  const { cover } = product;
  if (!cover) {
    return (
      <div
        className="store-cover grid aspect-[16/10] place-items-center text-brand-soft-foreground"
        aria-hidden="true"
      >
        {createElement(productTypeIcon(product.type), { className: "size-10", strokeWidth: 1.5 })}
      </div>
    );
  }
  const sizes = "(min-width: 64rem) 20rem, (min-width: 40rem) 50vw, 100vw";
  return (
    <picture className="block aspect-[16/10] overflow-hidden bg-muted">
      <source type="image/avif" srcSet={cover.avif} sizes={sizes} />
      <source type="image/webp" srcSet={cover.webp} sizes={sizes} />
      <img
        src={cover.src}
        alt={cover.alt}
        width={cover.width}
        height={cover.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
      />
    </picture>
  );
}
