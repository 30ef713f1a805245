import type { PublicProduct } from "#contract/catalog.ts";

/** '4.8 ★ (23)': what buyers give a product on average, and how many did. */
export function StorefrontRating({ rating }: { rating: NonNullable<PublicProduct["rating"]> }) {
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
