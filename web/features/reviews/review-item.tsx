import type { ReactNode } from "react";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import type { listProductReviews } from "#contract/reviews/reviews.ts";
import type { Output } from "#web/api.ts";
import { Stars } from "./stars.tsx";

export type Review = Output<typeof listProductReviews>["reviews"][number];

type ReviewItemProps = {
  review: Review;
  /** Who answered. */
  answeredBy: string;
  /** Beside the name. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** One review with its answer. Everything in it is plain text. */
export function ReviewItem({ review, answeredBy, aside, children }: ReviewItemProps) {
  const zone = useZone();
  const { rating, text, authorName, answer, createdAt } = review;
  return (
    <article className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={rating} />
        <p className="font-medium wrap-anywhere">
          <bdi>{authorName || "Verified buyer"}</bdi>
        </p>
        <time dateTime={createdAt} className="text-muted-foreground">
          {dayText(createdAt, zone)}
        </time>
        {aside}
      </div>
      {text && (
        <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {answer !== null && (
        <div className="mt-1 grid gap-1 border-l-2 border-border pl-4">
          <p className="font-medium wrap-anywhere">
            Answer from <bdi>{answeredBy}</bdi>
          </p>
          <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-line text-muted-foreground">
            {answer}
          </p>
        </div>
      )}
      {children}
    </article>
  );
}
