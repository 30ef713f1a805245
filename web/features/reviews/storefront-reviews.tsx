import type { listProductReviews } from "#contract/reviews/reviews.ts";
import type { Output } from "#web/api.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import { ReviewItem } from "./review-item.tsx";

export type Reviews = Output<typeof listProductReviews>;

const shownOnPage = 4;
const longestOnPage = 700;

/** 'Reviews' on a product's own page: how they are spread, the newest few, and the way to all; nothing without any. */
export function StorefrontReviews({ page, allPath }: { page: Reviews; allPath: string }) {
  if (page.average === null) return null;
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="grid scroll-mt-6 gap-6">
      <h2 id="reviews-heading" className="text-xl font-semibold tracking-tight">
        Reviews
      </h2>
      <RatingSummary average={page.average} count={page.count} stars={page.stars} />
      <ReviewList
        reviews={page.reviews.slice(0, shownOnPage).map((review) => ({
          ...review,
          text: shortened(review.text),
          answer: review.answer === null ? null : shortened(review.answer),
        }))}
        answeredBy={page.creatorName}
      />
      {(page.count > shownOnPage || page.reviews.some(({ text }) => text.length > longestOnPage)) && (
        <LinkButton href={allPath} variant="outline" className="store-button h-11 justify-self-start">
          {page.count === 1 ? "Read all of it" : `Read all ${page.count.toLocaleString("en-US")} reviews`}
        </LinkButton>
      )}
    </section>
  );
}

/** Reviews one below the other, each with its answer. */
export function ReviewList({ reviews, answeredBy }: { reviews: Reviews["reviews"]; answeredBy: string }) {
  return (
    <ul className="divide-y divide-border border-t border-border">
      {reviews.map((review) => (
        <li key={review.id} className="py-5 last:pb-0">
          <ReviewItem review={review} answeredBy={answeredBy} />
        </li>
      ))}
    </ul>
  );
}

/** Long ones are read in full on their own page. */
const shortened = (text: string) =>
  text.length <= longestOnPage ? text : `${text.slice(0, longestOnPage).replace(/\s\S*$/, "")}…`;
