import type { Creator } from "#contract/accounts/accounts.ts";
import type { ProductPage } from "./shown-product.ts";
import { canBeAwaited, goneWord } from "./gone-word.ts";
import { productPath } from "./store-paths.ts";

/**
 * What search engines read of a product's page: the product, and beside it the event where it takes place somewhere.
 */
export function pageData(product: ProductPage, creator: Creator, origin: string) {
  const data = productData(product, creator, origin);
  const { eventStartsAt, eventEndsAt, eventPlace } = product;
  const isSomewhere = eventPlace !== null && !/^online\b/i.test(eventPlace);
  if (!eventStartsAt || !eventEndsAt || !isSomewhere) return data;
  const { name, url, offers } = data;
  return [
    data,
    {
      "@context": "https://schema.org",
      "@type": "Event",
      name,
      url,
      startDate: eventStartsAt,
      endDate: eventEndsAt,
      eventStatus: "https://schema.org/EventScheduled",
      location: { "@type": "Place", name: eventPlace, address: eventPlace },
      ...(product.cover && { image: origin + product.cover.src }),
      ...(product.description && { description: product.description }),
      organizer: { "@type": "Organization", name: creator.name, url: `${origin}/u/${creator.handle}` },
      offers,
    },
  ];
}

/**
 * What search engines read of a product, as schema.org's JSON-LD. A rating stands there only where there is one, as
 * Google asks (developers.google.com/search/docs/appearance/structured-data/product).
 */
export function productData(product: ProductPage, creator: Creator, origin: string) {
  const url = origin + productPath(creator.handle, product);
  const availability = canBeAwaited(product) ? "PreOrder" : goneWord(product) ? "OutOfStock" : "InStock";
  const { refundPolicy } = product.creator;
  const pictures = [...(product.cover ? [product.cover] : []), ...product.pictures];
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": url,
    name: product.title,
    url,
    ...(product.description && { description: product.description }),
    ...(pictures.length > 0 && { image: pictures.map(({ src }) => origin + src) }),
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
        availability: `https://schema.org/${availability}`,
        ...(product.opensAt !== null && { availabilityStarts: product.opensAt }),
        // Only what is guaranteed is promised to search engines.
        ...(refundPolicy.guaranteed && {
          hasMerchantReturnPolicy: {
            "@type": "MerchantReturnPolicy",
            returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
            merchantReturnDays: refundPolicy.days,
            refundType: "https://schema.org/FullRefund",
            merchantReturnLink: url,
          },
        }),
        seller: { "@type": "Organization", name: creator.name, url: `${origin}/u/${creator.handle}` },
      })),
  };
}
