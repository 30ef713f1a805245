import { Suspense, useEffect, useRef, useState } from "react";
import { loadable, Nothing } from "#web/ui/loadable.tsx";

const ProductReviews = loadable(async () => (await import("./product-reviews.tsx")).ProductReviews, Nothing);

/** The reviews of a product at a page's end: loaded once somebody gets there, so that the page itself pays nothing for them. */
export function ReviewsOnSight({ productId }: { productId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      // Several come at once where the page was busy: out of sight, and then in it.
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="min-h-px">
      {isSeen && (
        <Suspense>
          <ProductReviews productId={productId} />
        </Suspense>
      )}
    </div>
  );
}
