import {
  deleteKeywordResponse,
  listKeywordResponses,
  tryKeywords,
  updateKeywordResponse,
} from "#contract/social/keyword-responses.ts";
import { listTags } from "#contract/tags/tags.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { apiQuery, callApi, errorMessage, type Input } from "#web/api.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";
import type { Response } from "./response-texts.ts";

const shownIn = [listKeywordResponses, tryKeywords, getSocialAnalytics, getDashboardStats, listTags];

/** Reads again whatever shows a response; the checklist of the home page counts them. */
export const useResponseRefresh = () => useRefresh(shownIn);

/** What can be done to a response in the list; each says how it went. */
export function useResponseChanges() {
  const refresh = useResponseRefresh();
  const { mutate: setActive } = useOptimisticChange({
    change: (input: Input<typeof updateKeywordResponse>) => callApi(updateKeywordResponse, input),
    queryKey: apiQuery(listKeywordResponses).queryKey,
    show: (responses: Response[], { params, body }) =>
      withRow(responses, params.id, { isActive: body.isActive === true }),
    refresh,
    done: () => "Response status updated successfully",
    failed: (error) => errorMessage(error, "Failed to update response status"),
  });
  const undo = useUndo(refresh);
  const { mutate: remove } = useChange({
    change: ({ id }: Response) => callApi(deleteKeywordResponse, { params: { id } }),
    refresh,
    done: ({ deletionId }) => ({
      text: "Keyword response deleted successfully",
      undo: () => undo(deletionId),
    }),
    failed: (error) => errorMessage(error, "Failed to delete keyword response"),
  });
  return { setActive, remove };
}
