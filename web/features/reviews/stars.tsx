import { Star } from "lucide-react";
import { classNames } from "#web/ui/class-names.ts";

export const starsText = (rating: number) => (rating === 1 ? "1 star" : `${rating} stars`);

/** A rating in stars, filled to a tenth of one; screen readers hear the number. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const shown = Math.round(rating * 10) / 10;
  return (
    <span
      role="img"
      aria-label={`${shown} of 5 stars`}
      className={classNames("inline-flex gap-0.5 text-brand-ink", className)}
    >
      {[0, 1, 2, 3, 4].map((before) => (
        <PartlyFilled key={before} tenths={Math.round(Math.min(1, Math.max(0, shown - before)) * 10)} />
      ))}
    </span>
  );
}

/** A star behind a full one that is cut off on the right: the inner drawing shows nothing outside its own width. */
function PartlyFilled({ tenths }: { tenths: number }) {
  const width = (side * tenths) / 10;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} className="size-4" aria-hidden="true" data-tenths={tenths}>
      {tenths < 10 && <Star className="text-input" />}
      {tenths > 0 && (
        <svg width={width} height={side} viewBox={`0 0 ${width} ${side}`}>
          <Star className="fill-current" />
        </svg>
      )}
    </svg>
  );
}

/** What lucide draws its icons in. */
const side = 24;
