import type { ReactNode } from "react";
import type { Creator } from "#contract/accounts/accounts.ts";
import { notOnSale } from "#contract/carts/not-on-sale.ts";
import { DataScript } from "#web/ui/data-script.tsx";
import type { PublicProduct } from "./shown-product.ts";
import { productPath } from "./store-paths.ts";
import { StorefrontFooter } from "./storefront-footer.tsx";
import { StorefrontHeader } from "./storefront-header.tsx";

type Props = {
  creator: Creator;
  products: readonly PublicProduct[];
  origin: string;
  /** What stands under its head: the shelf, and whatever else its creator put there. */
  children: ReactNode;
};

/** A creator's public store at /u/{handle}. Works without a script. */
export function StorefrontPage({ creator, products, origin, children }: Props) {
  return (
    <>
      <main>
        <StorefrontHeader creator={creator} />
        <p
          id={notOnSale}
          className="mx-auto mt-6 hidden w-fit max-w-[min(40rem,calc(100%-2.5rem))] scroll-mt-4 rounded-xl bg-warning-soft px-5 py-3 text-center text-sm font-medium text-balance text-warning-soft-foreground target:block"
        >
          What you had in your checkout is not on sale any more. Here is the rest of the store.
        </p>
        {children}
      </main>
      <StorefrontFooter creator={creator} />
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
