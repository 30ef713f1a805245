import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerReview, listReviews, removeReviewAnswer } from "#contract/reviews/reviews.ts";
import { ApiError, apiKey, apiMutation, callApi, type Output } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

export type CreatorReview = Output<typeof listReviews>["reviews"][number];
export type ReviewFilter = { productId: string; answered: "" | "yes" | "no" };

export const creatorReviewsQuery = ({ productId, answered }: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listReviews), productId, answered],
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(
        listReviews,
        { querystring: { productId: productId || undefined, answered: answered || undefined, cursor } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Answers reviews and takes answers away; the lists then ask again. */
export function useReviewAnswers() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: apiKey(listReviews) });
  const failed = (error: unknown, text: string) => {
    // Its buyer has deleted it, or was refunded.
    const isGone = error instanceof ApiError && error.status === 404;
    reportFailure(error, isGone ? "This review is no longer there." : text);
    if (isGone) void refresh();
  };
  const answer = useMutation({
    ...apiMutation(answerReview),
    onSuccess() {
      toast({ title: "Answer saved", description: "It stands below the review now." });
      return refresh();
    },
    onError: (error) => failed(error, "Failed to save the answer"),
  });
  const removal = useMutation({
    ...apiMutation(removeReviewAnswer),
    onSuccess() {
      toast({ title: "Answer removed" });
      return refresh();
    },
    onError: (error) => failed(error, "Failed to remove the answer"),
  });
  return { answer, removal };
}
