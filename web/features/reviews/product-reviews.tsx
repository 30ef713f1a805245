import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { listProductReviews } from "#contract/reviews/reviews.ts";
import { apiKey, callApi } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { MyReview } from "./my-review.tsx";
import { ReviewItem } from "./review-item.tsx";
import { myReviewQuery } from "./use-my-review.ts";
import { RatingSummary } from "./rating-summary.tsx";

/**
 * 'Reviews' of a product, with the buyer's own. Nothing where there is no review and whoever looks may not write one, nor
 * where the reviews cannot be read: the page around it goes on without.
 */
export function ProductReviews({ productId }: { productId: string }) {
  const id = useId();
  const list = useInfiniteQuery(reviewsQuery(productId));
  const { data: mine } = useQuery(myReviewQuery(productId));
  const [first] = list.data?.pages ?? [];
  const mayWrite = mine !== undefined && mine.status !== "NOT_BOUGHT";
  // Of a product that is no longer on sale there is no list, and its buyers may still write.
  if (!first?.count && !mayWrite) return null;
  if (list.isPending || !mine) return null;
  const answeredBy = first?.creatorName ?? "the creator";
  const others = list.data?.pages
    .flatMap(({ reviews }) => reviews)
    .filter(({ id }) => id !== mine.review?.id);
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-6 p-5 sm:p-6">
        <h2 id={id} className="text-lg font-semibold tracking-tight">
          Reviews
        </h2>
        {first && first.average !== null ? (
          <RatingSummary average={first.average} count={first.count} stars={first.stars} />
        ) : (
          <p className="-mt-3 text-sm text-muted-foreground">There is none yet.</p>
        )}
        {mayWrite && <MyReview productId={productId} answeredBy={answeredBy} />}
        {others && others.length > 0 && (
          <ul className="divide-y divide-border border-t border-border">
            {others.map((review) => (
              <li key={review.id} className="py-5 last:pb-0">
                <ReviewItem review={review} answeredBy={answeredBy} />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button
            variant="outline"
            className="justify-self-start"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more reviews
          </Button>
        )}
      </Card>
    </section>
  );
}

const reviewsQuery = (productId: string) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listProductReviews), productId],
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(listProductReviews, { params: { id: productId }, querystring: { cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
