import { PackageOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { Creator } from "#contract/accounts/accounts.ts";
import type { StoreLayout } from "#contract/design/looks.ts";
import { DataScript } from "#web/ui/data-script.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { PublicProduct } from "./shown-product.ts";
import { productPath } from "./store-paths.ts";
import { StorefrontFooter } from "./storefront-footer.tsx";
import { StorefrontHeader } from "./storefront-header.tsx";
import { StorefrontProductCard } from "./storefront-product-card.tsx";

type Props = {
  creator: Creator;
  products: readonly PublicProduct[];
  origin: string;
  /** Undefined: as in a store that chose nothing. */
  layout?: StoreLayout | undefined;
  /** What stands under the products. */
  children?: ReactNode;
};

/** A creator's public store at /u/{handle}. Works without a script. */
export function StorefrontPage({ creator, products, origin, layout, children }: Props) {
  return (
    <>
      <main>
        <StorefrontHeader creator={creator} />
        <section
          aria-labelledby="products"
          className="store-shelf mx-auto max-w-6xl px-5 pt-12 pb-20 sm:px-8"
        >
          <h2 id="products" className="text-xl font-semibold tracking-tight">
            Products &amp; Courses
          </h2>
          {products.length === 0 ? (
            <EmptyState
              icon={PackageOpen}
              title="No Products Yet"
              className="mt-6 rounded-2xl border border-dashed border-input"
            >
              This creator hasn't added any products yet. Check back soon!
            </EmptyState>
          ) : (
            <ul className="store-products mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {products.map((product, index) => (
                <StorefrontProductCard
                  key={product.id}
                  product={product}
                  handle={creator.handle}
                  eager={index < 2}
                  layout={layout}
                />
              ))}
            </ul>
          )}
        </section>
        {children}
      </main>
      <StorefrontFooter handle={creator.handle} />
      <DataScript type="application/ld+json" data={storefrontData(creator, products, origin)} />
      <DataScript
        type="speculationrules"
        data={{ prefetch: [{ where: { href_matches: "/checkout/*" }, eagerness: "moderate" }] }}
      />
    </>
  );
}

/** What search engines read of a store: its owner and what is on sale, as schema.org's JSON-LD. */
function storefrontData(creator: Creator, products: readonly PublicProduct[], origin: string) {
  const store = `${origin}/u/${creator.handle}`;
  return {
    "@context": "https://schema.org",
    "@type": "Store",
    "@id": store,
    name: creator.name,
    url: store,
    ...(creator.tagline && { slogan: creator.tagline }),
    ...(creator.bio && { description: creator.bio }),
    ...(creator.avatar && { image: origin + creator.avatar.src }),
    makesOffer: products.map((product) => ({
      "@type": "Offer",
      url: origin + productPath(creator.handle, product),
      price: (product.priceCents / 100).toFixed(2),
      priceCurrency: product.currency.toUpperCase(),
      availability: `https://schema.org/${product.soldOut ? "SoldOut" : "InStock"}`,
      itemOffered: {
        "@type": "Product",
        name: product.title,
        ...(product.description && { description: product.description }),
        ...(product.cover && { image: origin + product.cover.src }),
        ...(product.rating && {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: product.rating.average,
            reviewCount: product.rating.count,
          },
        }),
      },
    })),
  };
}
