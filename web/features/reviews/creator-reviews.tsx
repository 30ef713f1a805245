import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { exportReviews } from "#contract/reviews/reviews.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { CreatorReviewCard } from "./creator-review-card.tsx";
import { creatorReviewsQuery, type ReviewFilter } from "./use-review-answers.ts";

/** What buyers say of the creator's products, to be answered. */
export function CreatorReviews() {
  const [filter, setFilter] = useState<ReviewFilter>({ productId: "", answered: "" });
  const list = useInfiniteQuery({ ...creatorReviewsQuery(filter), placeholderData: keepPreviousData });
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const change = (next: Partial<ReviewFilter>) => setFilter({ ...filter, ...next });
  // What has been loaded stays, with what is being answered in it.
  if (list.isError && !list.data)
    return (
      <LoadFailure
        icon={MessageSquareText}
        title="Your reviews could not be loaded"
        level={2}
        error={list.error}
        retry={() => void list.refetch()}
      />
    );
  if (!list.data) return <TableSkeleton rows={4} label="Loading reviews" />;

  const reviews = list.data.pages.flatMap(({ reviews }) => reviews);
  const [{ total, unansweredCount } = { total: 0, unansweredCount: 0 }] = list.data.pages;
  const isFiltered = filter.productId !== "" || filter.answered !== "";
  if (total === 0 && !isFiltered)
    return (
      <Card>
        <EmptyState icon={MessageSquareText} title="No Reviews Yet" level={2}>
          Whoever buys from you can review it, in their library and on the product's page. Courses ask for 20%
          of the lessons first.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <NativeSelect
          aria-label="Product"
          className="max-sm:w-full sm:w-60"
          value={filter.productId}
          onChange={({ target }) => change({ productId: target.value })}
        >
          <option value="">All products</option>
          {products.map(({ id, title }) => (
            <option dir="auto" key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          aria-label="Answers"
          className="max-sm:w-full sm:w-52"
          value={filter.answered}
          onChange={({ target }) => change({ answered: target.value as ReviewFilter["answered"] })}
        >
          <option value="">All reviews</option>
          <option value="no">Unanswered ({unansweredCount})</option>
          <option value="yes">Answered</option>
        </NativeSelect>
        <LinkButton href={exportReviews.url} download variant="outline" className="max-sm:w-full sm:ml-auto">
          <Download aria-hidden="true" /> Export CSV
        </LinkButton>
      </div>
      <p role="status" className="text-sm text-muted-foreground">
        {total === 1 ? "1 review" : `${total} reviews`}
      </p>
      {total === 0 ? (
        <Card>
          <EmptyState
            icon={MessageSquareText}
            title="No review fits"
            level={2}
            action={
              <Button variant="outline" onClick={() => setFilter({ productId: "", answered: "" })}>
                Show all reviews
              </Button>
            }
          />
        </Card>
      ) : (
        <ul className="grid gap-3">
          {reviews.map((review) => (
            <li key={review.id}>
              <CreatorReviewCard review={review} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore name="reviews" pages={list} label="Show more reviews" />
    </div>
  );
}
