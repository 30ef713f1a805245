import { Progress } from "#web/ui/progress.tsx";
import { Stars, starsText } from "./stars.tsx";

type RatingSummaryProps = {
  average: number;
  count: number;
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  stars: readonly number[];
};

/** The average, of how many, and how they are spread. */
export function RatingSummary({ average, count, stars }: RatingSummaryProps) {
  return (
    <div className="grid items-center gap-x-12 gap-y-5 sm:justify-start sm:grid-cols-[max-content_minmax(0,20rem)]">
      <div className="grid gap-1">
        <p className="text-4xl font-semibold tracking-tight tabular-nums" aria-hidden="true">
          {average.toFixed(1)}
        </p>
        <Stars rating={average} />
        <p className="text-sm text-muted-foreground">{count === 1 ? "1 review" : `${count} reviews`}</p>
      </div>
      <ul className="grid gap-1.5" aria-label="Stars given">
        {[5, 4, 3, 2, 1].map((star) => {
          const given = stars[star - 1] ?? 0;
          return (
            <li key={star} className="grid grid-cols-[3.5rem_minmax(0,1fr)_2rem] items-center gap-3 text-sm">
              <span className="text-muted-foreground">{starsText(star)}</span>
              <Progress value={given} max={count} label={`${starsText(star)}: ${given} of ${count}`} />
              <span className="text-right text-muted-foreground tabular-nums">{given}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
