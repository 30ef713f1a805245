import type { Creator } from "#contract/accounts/accounts.ts";
import type { ProductPage } from "#contract/catalog/catalog.ts";
import { productPath } from "./store-paths.ts";

/**
 * What search engines read of a product, as schema.org's JSON-LD. A rating stands there only where there is one, as
 * Google asks (developers.google.com/search/docs/appearance/structured-data/product).
 */
export function productData(product: ProductPage, creator: Creator, origin: string) {
  const url = origin + productPath(creator.handle, product);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": url,
    name: product.title,
    url,
    ...(product.description && { description: product.description }),
    ...(product.cover && { image: origin + product.cover.src }),
    brand: { "@type": "Brand", name: creator.name },
    ...(product.rating && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),
    // A membership may be paid by the year, too.
    offers: [product.priceCents, product.yearlyPriceCents]
      .filter((cents) => cents !== null)
      .map((cents) => ({
        "@type": "Offer",
        url,
        price: (cents / 100).toFixed(2),
        priceCurrency: product.currency.toUpperCase(),
        availability: `https://schema.org/${product.soldOut ? "OutOfStock" : "InStock"}`,
        seller: { "@type": "Organization", name: creator.name, url: `${origin}/u/${creator.handle}` },
      })),
  };
}
