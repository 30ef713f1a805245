import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { tryKeywords } from "#contract/social/keyword-responses.ts";
import { apiQuery, type Input } from "#web/api.ts";
import { useEffect, useState } from "react";

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

/** A value once it has not changed for a moment: what is asked while somebody types. Give it values that compare by `===`. */
function useSettled<Value>(value: Value, afterMs = 350): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
