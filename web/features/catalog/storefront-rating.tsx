import type { PublicProduct } from "./shown-product.ts";

/** '4.8 ★ (23)': what buyers give a product on average, and how many did; leads to what they say. */
export function StorefrontRating({
  rating: { average, count },
  href,
}: {
  rating: NonNullable<PublicProduct["rating"]>;
  href: string;
}) {
  return (
    <a
      href={href}
      className="relative z-10 -my-2 inline-flex py-2 text-sm whitespace-nowrap text-muted-foreground underline-offset-4 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      <span aria-hidden="true">
        {average.toFixed(1)} <span className="text-brand-ink">★</span> ({count.toLocaleString("en-US")})
      </span>
      <span className="sr-only">
        Rated {average.toFixed(1)} of 5 in {count === 1 ? "1 review" : `${count} reviews`}
      </span>
    </a>
  );
}
