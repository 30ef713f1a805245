import { createElement } from "react";
import { perInterval } from "#contract/catalog/billing-plan.ts";
import type { PublicProduct } from "#contract/catalog/catalog.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { buyAction, productTypeIcon, productTypeLabel } from "./product-type.ts";
import { formatMoney } from "#web/ui/money.ts";

type Props = { product: PublicProduct; affiliateCode: string | undefined; eager: boolean };

/** One product of the grid. Its cover and title lead to checkout too; a sold-out one leads nowhere. */
export function StorefrontProductCard({ product, affiliateCode, eager }: Props) {
  const checkout = `/checkout/${product.id}${affiliateCode ? `?aff=${encodeURIComponent(affiliateCode)}` : ""}`;
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm transition-shadow hover:shadow-md">
      <StorefrontCover product={product} eager={eager} />
      {product.featured && <Badge className="store-featured absolute top-3 left-3">FEATURED</Badge>}
      {product.soldOut && <Badge className="absolute top-3 right-3 shadow-sm">Sold out</Badge>}
      <div className="flex grow flex-col p-5">
        <p className="flex items-center gap-1.5 text-xs font-medium text-muted-foreground">
          {createElement(productTypeIcon(product.type), {
            className: "size-4 text-brand",
            "aria-hidden": true,
          })}
          {productTypeLabel[product.type]}
        </p>
        <h3 className="mt-2 text-base leading-snug font-semibold">
          {product.soldOut ? (
            product.title
          ) : (
            <a href={checkout} className="after:absolute after:inset-0">
              {product.title}
            </a>
          )}
        </h3>
        {product.description && (
          <p className="mt-1.5 line-clamp-3 text-sm text-muted-foreground">{product.description}</p>
        )}
        <div className="mt-auto grid gap-4 pt-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <StorefrontPrice product={product} />
            {product.rating && <StorefrontRating rating={product.rating} />}
          </div>
          <div className="relative flex flex-wrap gap-2">
            {!product.soldOut && (
              <LinkButton
                href={checkout}
                className="h-11 grow"
                aria-label={`${buyAction(product.type)}: ${product.title}`}
              >
                {buyAction(product.type)}
              </LinkButton>
            )}
            {product.type === "COURSE" && (
              <LinkButton
                href={`/course/${product.slug}`}
                variant="outline"
                className="h-11"
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

/** '4.8 ★ (23)': what buyers give a product on average, and how many did. */
function StorefrontRating({ rating }: { rating: NonNullable<PublicProduct["rating"]> }) {
  const { average, count } = rating;
  return (
    <p className="text-sm whitespace-nowrap text-muted-foreground">
      <span aria-hidden="true">
        {average.toFixed(1)} <span className="text-brand">★</span> ({count.toLocaleString("en-US")})
      </span>
      <span className="sr-only">
        Rated {average.toFixed(1)} of 5 in {count === 1 ? "1 review" : `${count} reviews`}
      </span>
    </p>
  );
}

type Priced = Pick<
  PublicProduct,
  "priceCents" | "originalPriceCents" | "yearlyPriceCents" | "currency" | "type" | "billingInterval"
>;

/** A price in dollars, its billing period for a membership, and the original price struck through where it was higher. */
function StorefrontPrice({ product }: { product: Priced }) {
  const { priceCents, originalPriceCents, currency } = product;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-lg font-semibold tracking-tight">
        {formatMoney(priceCents, currency)}
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

/** A product's cover in fixed proportions, or its type's mark where it has none. Only the first ones load at once. */
function StorefrontCover({ product, eager }: { product: PublicProduct; eager: boolean }) {
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
