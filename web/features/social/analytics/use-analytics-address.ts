import { useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useSearchChange } from "#web/layout/use-search-change.ts";

/** Periods in days; the first is shown unless the address says otherwise. */
export const periods = [
  { days: 30, label: "Last 30 days" },
  { days: 7, label: "Last 7 days" },
  { days: 90, label: "Last 90 days" },
  { days: 365, label: "Last 365 days" },
] as const;

/** What the table's rows are. */
export const groups = [
  { value: "keywords", label: "Keywords" },
  { value: "rules", label: "Rules" },
  { value: "posts", label: "Posts" },
] as const;
export type Group = (typeof groups)[number]["value"];

/** What of the tab stands in the address: `days`, the period, and `by`, what the table lists. */
export function useAnalyticsAddress() {
  const search: { days?: unknown; by?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  const period = periods.find(({ days }) => String(days) === search.days) ?? periods[0];
  return {
    period,
    by: groups.find(({ value }) => value === search.by)?.value ?? groups[0].value,
    setDays: useCallback(
      (days: string) =>
        change({ days: days === String(periods[0].days) ? undefined : days }, { replace: true }),
      [change],
    ),
    // Another list begins on its first page, unfiltered.
    setGroup: useCallback(
      (by: Group) => change({ by, filter: undefined, page: undefined }, { replace: true }),
      [change],
    ),
  };
}
