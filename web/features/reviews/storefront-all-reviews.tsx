import { ArrowLeft } from "lucide-react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import { ReviewList, type Reviews } from "./storefront-reviews.tsx";

type Props = {
  page: Reviews;
  title: string;
  /** Of the product. */
  productPath: string;
  /** Whether this is the first page of them. */
  isFirst: boolean;
};

/** All that buyers say of a product, 10 to a page, by links alone. */
export function StorefrontAllReviews({ page, title, productPath, isFirst }: Props) {
  return (
    <main className="mx-auto grid max-w-3xl gap-6 px-5 pt-3 pb-16 sm:px-8 sm:pt-6">
      <a
        href={productPath}
        className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1.5 rounded-lg px-2 text-sm font-medium text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
        <span dir="auto" className="wrap-anywhere">
          {title}
        </span>
      </a>
      <h1 className="text-3xl font-semibold tracking-tight">Reviews</h1>
      {page.average === null ? (
        <p className="text-muted-foreground">There is none yet.</p>
      ) : (
        isFirst && <RatingSummary average={page.average} count={page.count} stars={page.stars} />
      )}
      <ReviewList reviews={page.reviews} answeredBy={page.creatorName} />
      <nav aria-label="Pages of reviews" className="flex flex-wrap gap-3">
        {!isFirst && (
          <LinkButton href={`${productPath}/reviews`} variant="outline" className="store-button h-11">
            Newest reviews
          </LinkButton>
        )}
        {page.nextCursor !== null && (
          <LinkButton
            href={`${productPath}/reviews/${page.nextCursor}`}
            variant="outline"
            className="store-button h-11"
            rel="nofollow"
          >
            Older reviews
          </LinkButton>
        )}
      </nav>
    </main>
  );
}
