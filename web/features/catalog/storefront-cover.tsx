import { createElement } from "react";
import type { Picture } from "#contract/values.ts";
import { productTypeIcon } from "./product-type.ts";
import type { PublicProduct } from "./shown-product.ts";

type StorefrontCoverProps = {
  product: Pick<PublicProduct, "cover" | "type">;
  /** Loads at once: it is in the first screen. */
  eager: boolean;
  sizes: string;
};

/** A product's cover in fixed proportions, or its type's mark where it has none. */
export function StorefrontCover({ product: { cover, type }, eager, sizes }: StorefrontCoverProps) {
  if (cover) return <StorefrontPicture picture={cover} eager={eager} sizes={sizes} />;
  return (
    <div
      className="store-cover grid aspect-[16/10] place-items-center text-brand-soft-foreground"
      aria-hidden="true"
    >
      {createElement(productTypeIcon[type], { className: "size-10", strokeWidth: 1.5 })}
    </div>
  );
}

type StorefrontPictureProps = { picture: Picture; eager: boolean; sizes: string };

/** A picture of a store, cut to the proportions that all of them have. */
export function StorefrontPicture({ picture, eager, sizes }: StorefrontPictureProps) {
  return (
    <picture className="block aspect-[16/10] overflow-hidden bg-muted">
      <source type="image/avif" srcSet={picture.avif} sizes={sizes} />
      <source type="image/webp" srcSet={picture.webp} sizes={sizes} />
      <img
        src={picture.src}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
      />
    </picture>
  );
}
