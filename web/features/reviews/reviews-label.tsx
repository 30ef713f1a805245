import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "#web/ui/badge.tsx";
import { creatorReviewsQuery } from "./use-review-answers.ts";

/** 'Reviews', and how many of them want an answer. */
export function ReviewsLabel() {
  const { data } = useInfiniteQuery(creatorReviewsQuery({ productId: "", answered: "" }));
  const unanswered = data?.pages[0]?.unansweredCount ?? 0;
  return (
    <span className="inline-flex items-center gap-2">
      Reviews
      {unanswered > 0 && (
        <Badge tone="brand">
          {unanswered}
          <span className="sr-only"> unanswered</span>
        </Badge>
      )}
    </span>
  );
}
