import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { tryKeywords } from "#contract/keyword-responses.ts";
import { apiQuery, type Input } from "#web/api.ts";
import { useSettled } from "./use-settled.ts";

export type Trial = Input<typeof tryKeywords>["body"];

/** What the server says about a text and a draft, a moment after they were last changed. */
export function useTryKeywords(trial: Trial) {
  // As text, so that only another trial counts as a change.
  const settled = useSettled(JSON.stringify(trial));
  const { data, isError } = useQuery({
    ...apiQuery(tryKeywords, { body: JSON.parse(settled) as Trial }),
    enabled: trial.socialAccountId !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { told: data, failed: isError };
}
