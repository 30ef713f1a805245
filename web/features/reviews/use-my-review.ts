import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteReview,
  getMyReview,
  listMyReviews,
  listProductReviews,
  saveReview,
} from "#contract/reviews/reviews.ts";
import { ApiError, apiKey, apiMutation, apiQuery, type Input, type Output } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";

export type MyReview = Output<typeof getMyReview>;
export type ReviewDraft = { rating: number | undefined; text: string; authorName: string };

export const myReviewQuery = (productId: string) => apiQuery(getMyReview, { params: { id: productId } });

/** Saves and deletes the review of this buyer; whoever shows it, or the product's reviews, then asks again. */
export function useMyReviewChanges(productId: string) {
  const queryClient = useQueryClient();
  const params = { id: productId };
  const { queryKey } = myReviewQuery(productId);
  const refreshLists = () =>
    Promise.all(
      [listProductReviews, listMyReviews].map((list) =>
        queryClient.invalidateQueries({ queryKey: apiKey(list) }),
      ),
    );
  const refreshMine = () => queryClient.invalidateQueries({ queryKey });

  const saving = useMutation({
    ...apiMutation(saveReview),
    onSuccess(mine) {
      queryClient.setQueryData<MyReview>(queryKey, mine);
      void refreshLists();
      toast({ title: "Review saved", description: "Thank you. It stands with the product now." });
    },
    onError(error) {
      if (fieldsOf(error)) return;
      toastError(error, "Your review could not be saved. Please try again.");
      // The proof has ended: wherever it is written, the way on is to prove the address again.
      if (error instanceof ApiError && error.status === 401)
        queryClient.setQueryData<MyReview>(queryKey, (mine) => mine && { ...mine, status: "VERIFY_EMAIL" });
      // The purchase may have ended.
      else if (isRefused(error)) void refreshMine();
    },
  });
  const deleting = useMutation({
    ...apiMutation(deleteReview),
    onSettled(_, error) {
      // Deleted already, in another tab.
      const isGone = !error || (error instanceof ApiError && error.status === 404);
      if (isGone) toast({ title: "Review deleted" });
      else toastError(error, "Your review could not be deleted. Please try again.");
      return Promise.all([refreshMine(), refreshLists()]);
    },
  });
  return {
    save: (body: Input<typeof saveReview>["body"], onSaved: () => void) =>
      saving.mutate({ params, body }, { onSuccess: onSaved }),
    isSaving: saving.isPending,
    /** What the server says is wrong with a field. */
    problems: fieldsOf(saving.error) ?? {},
    remove: (onDone: () => void) => deleting.mutate({ params }, { onSettled: onDone }),
    isDeleting: deleting.isPending,
  };
}

const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const fieldsOf = (error: unknown) => (isRefused(error) ? error.body.fields : undefined);

function toastError(error: unknown, fallback: string) {
  const description = (isRefused(error) && error.body.message) || fallback;
  toast({ title: "Error", description, variant: "destructive" });
}
