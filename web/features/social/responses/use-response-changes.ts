import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createKeywordResponse,
  deleteKeywordResponse,
  listKeywordResponses,
  tryKeywords,
  updateKeywordResponse,
} from "#contract/keyword-responses.ts";
import { getDashboardStats } from "#contract/orders.ts";
import { getSocialAnalytics } from "#contract/social-analytics.ts";
import { apiKey, apiMutation, apiQuery, callApi, errorMessage, type Input } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import type { Response } from "./response-texts.ts";

/** Reads again whatever shows a response; the checklist of the home page counts them. */
function useResponseRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listKeywordResponses, tryKeywords, getSocialAnalytics, getDashboardStats].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
      ),
    );
}

/** Writes the response form: a new response, or all of one. Failures are the form's to show. */
export function useResponseSaving() {
  const refresh = useResponseRefresh();
  const create = useMutation({ ...apiMutation(createKeywordResponse), onSuccess: refresh });
  const update = useMutation({ ...apiMutation(updateKeywordResponse), onSuccess: refresh });
  return { create, update };
}

/** What can be done to a response in the list; each says how it went. */
export function useResponseChanges() {
  const queryClient = useQueryClient();
  const refresh = useResponseRefresh();
  const { queryKey } = apiQuery(listKeywordResponses);

  const setActive = useMutation({
    mutationFn: (input: Input<typeof updateKeywordResponse>) => callApi(updateKeywordResponse, input),
    // Shown at once, and taken back if the server refuses.
    onMutate: async ({ params, body }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const isActive = body.isActive === true;
      queryClient.setQueryData(queryKey, (responses) =>
        responses?.map((response) => (response.id === params.id ? { ...response, isActive } : response)),
      );
      return { before };
    },
    onSuccess: () => toast({ title: "Success", description: "Response status updated successfully" }),
    onError: (error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      reportFailure(error, errorMessage(error, "Failed to update response status"));
    },
    onSettled: refresh,
  });

  const remove = useMutation({
    ...apiMutation(deleteKeywordResponse),
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: "Keyword response deleted successfully" });
    },
    onError: (error) => reportFailure(error, errorMessage(error, "Failed to delete keyword response")),
  });

  const { mutate: mutateActive } = setActive;
  return {
    setActive: mutateActive,
    remove: ({ id }: Response, onSettled: () => void) => remove.mutate({ params: { id } }, { onSettled }),
    removing: remove.isPending,
  };
}
