import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { tryKeywords } from "#contract/social/keyword-responses.ts";
import { apiQuery, type Input } from "#web/api.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";

export type Trial = Input<typeof tryKeywords>["body"];

/** What the server says about a text and a draft, a moment after they were last changed. */
export function useTryKeywords(trial: Trial) {
  // As text, so that only another trial counts as a change.
  const debounced = useDebounced(JSON.stringify(trial), 350);
  const { data, isError } = useQuery({
    ...apiQuery(tryKeywords, { body: JSON.parse(debounced) as Trial }),
    enabled: trial.socialAccountId !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { result: data, failed: isError };
}
