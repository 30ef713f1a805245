import type { Creator } from "#contract/accounts.ts";
import type { PublicProduct } from "#contract/catalog.ts";

/** What search engines read of a store: its owner and what is on sale, as schema.org's JSON-LD. */
export function storefrontData(creator: Creator, products: readonly PublicProduct[], origin: string) {
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
      url: `${origin}/checkout/${product.id}`,
      price: (product.priceCents / 100).toFixed(2),
      priceCurrency: product.currency.toUpperCase(),
      availability: `https://schema.org/${product.soldOut ? "SoldOut" : "InStock"}`,
      itemOffered: {
        "@type": product.type === "COURSE" ? "Course" : "Product",
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
