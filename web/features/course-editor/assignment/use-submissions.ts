import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerSubmission, getSubmission, listSubmissions } from "#contract/courses/submissions.ts";
import { ApiError, apiKey, apiMutation, callApi, type Output } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

export type ListedSubmission = Output<typeof listSubmissions>["submissions"][number];
export type SubmissionPage = Output<typeof getSubmission>;
export type SubmissionFilter = { productId: string; show: "waiting" | "done" | "answered" };

export const submissionsQuery = ({ productId, show }: SubmissionFilter) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listSubmissions), productId, show],
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(
        listSubmissions,
        { querystring: { productId: productId || undefined, show, cursor } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Answers a piece of work; the lists then ask again. */
export function useAnswer() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: apiKey(listSubmissions) }),
      queryClient.invalidateQueries({ queryKey: apiKey(getSubmission) }),
    ]);
  return useMutation({
    ...apiMutation(answerSubmission),
    onSuccess({ state }) {
      toast({
        title: state === "ACCEPTED" ? "Accepted" : "Returned for another try",
        description: "The buyer gets a mail with your answer.",
      });
      return refresh();
    },
    onError(error) {
      reportFailure(error, "Your answer could not be saved");
      // It was answered in another window, changed or taken back.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) return refresh();
      return undefined;
    },
  });
}
