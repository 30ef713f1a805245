import { coursePath } from "#contract/courses/course-path.ts";
import { createElement } from "react";
import type { StoreLayout } from "#contract/design/looks.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EventDate } from "#web/ui/event-date.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { buyAction, productTypeIcon, productTypeLabel } from "./product-type.ts";
import { BundleWorth } from "./bundle-worth.tsx";
import { canBeAwaited, goneWord } from "./gone-word.ts";
import type { PublicProduct } from "./shown-product.ts";
import { productPath, ratingPath, waitPath } from "./store-paths.ts";
import { StorefrontCover } from "./storefront-cover.tsx";
import { StorefrontPrice } from "./storefront-price.tsx";
import { StorefrontRating } from "./storefront-rating.tsx";
import { OpeningDate, tellMe } from "./storefront-wait.tsx";

type Props = { product: PublicProduct; handle: string; eager: boolean; layout?: StoreLayout | undefined };

const coverSizes: Readonly<Record<StoreLayout, string>> = {
  grid: "(min-width: 64rem) 20rem, (min-width: 40rem) 50vw, 100vw",
  list: "(min-width: 40rem) 16rem, 8rem",
  compact: "5rem",
};

/** One product of the grid. Its cover and title lead to its page, its button to checkout; one that cannot be bought has none. */
export function StorefrontProductCard({ product, handle, eager, layout = "grid" }: Props) {
  const checkout = `/checkout/${product.id}`;
  return (
    <li className="store-card group relative flex flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm transition-shadow hover:shadow-md">
      <StorefrontCover product={product} eager={eager} sizes={coverSizes[layout]} />
      {product.featured && <Badge className="store-featured absolute top-3 left-3">FEATURED</Badge>}
      {goneWord(product) && <Badge className="absolute top-3 right-3 shadow-sm">{goneWord(product)}</Badge>}
      <div className="store-card-body flex grow flex-col p-5">
        <p className="store-card-type flex items-center gap-1.5 text-xs font-medium text-muted-foreground">
          {createElement(productTypeIcon[product.type], {
            className: "size-4 text-brand-ink",
            "aria-hidden": true,
          })}
          {product.bundle
            ? `Bundle of ${product.bundle.parts === 1 ? "1 product" : `${product.bundle.parts} products`}`
            : productTypeLabel[product.type]}
        </p>
        <h3 className="mt-2 text-base leading-snug font-semibold">
          <a href={productPath(handle, product)} className="after:absolute after:inset-0">
            {product.title}
          </a>
        </h3>
        {product.description && (
          <p className="store-card-text mt-1.5 line-clamp-3 text-sm text-muted-foreground">
            {product.description}
          </p>
        )}
        <EventDate event={product} className="mt-3" />
        {canBeAwaited(product) && <OpeningDate product={product} className="mt-3" />}
        <div className="store-card-foot mt-auto grid gap-4 pt-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <StorefrontPrice product={product} />
            {product.rating && (
              <StorefrontRating rating={product.rating} href={ratingPath(handle, product)} />
            )}
          </div>
          <BundleWorth product={product} />
          <div className="relative flex flex-wrap gap-2">
            {!goneWord(product) && (
              <LinkButton
                href={checkout}
                className="store-button h-11 grow"
                aria-label={`${buyAction(product)}: ${product.title}`}
              >
                {buyAction(product)}
              </LinkButton>
            )}
            {canBeAwaited(product) && (
              <LinkButton
                href={waitPath(handle, product)}
                variant="outline"
                className="store-button h-11 grow"
                aria-label={`${tellMe}: ${product.title}`}
              >
                {tellMe}
              </LinkButton>
            )}
            {product.type === "COURSE" && (
              <LinkButton
                href={coursePath(handle, product)}
                variant="outline"
                className="store-button store-second h-11"
                aria-label={`Preview Course: ${product.title}`}
              >
                Preview Course
              </LinkButton>
            )}
          </div>
        </div>
      </div>
    </li>
  );
}
