import { Star } from "lucide-react";
import { classNames } from "#web/ui/class-names.ts";

export const starsText = (rating: number) => (rating === 1 ? "1 star" : `${rating} stars`);

/** A rating in stars, rounded to whole ones; screen readers hear the number. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const filled = Math.round(rating);
  return (
    <span
      role="img"
      aria-label={`${rating} of 5 stars`}
      className={classNames("inline-flex gap-0.5 text-brand-ink", className)}
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={classNames("size-4", star <= filled ? "fill-current" : "text-input")}
        />
      ))}
    </span>
  );
}
