import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { AnalyticsPeriod, Granularity } from "#contract/analytics/period.ts";
import { useSearchChange } from "#web/layout/use-search-change.ts";

export const periods = [
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "1y", label: "Last 365 days" },
  { value: "all", label: "All time" },
] as const satisfies { value: AnalyticsPeriod; label: string }[];
const steps: Granularity[] = ["day", "week", "month"];

/** What the tab is looked at for; the first one where the address names none. */
export const views = [
  { value: "overview", label: "Overview" },
  { value: "memberships", label: "Memberships" },
  { value: "customers", label: "Customers" },
  { value: "courses", label: "Courses" },
  { value: "refunds", label: "Refunds" },
] as const;
export type AnalyticsView = (typeof views)[number]["value"];

/** What the figures are asked for, as their calls take it. */
export type Asked = {
  period: AnalyticsPeriod;
  startDate?: string;
  endDate?: string;
  productId?: string;
};

/** What of the tab stands in the address: the period or its own dates, the product, the view, the steps of charts, what is opened. */
export function useAnalyticsAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const searchChange = useSearchChange();
  const { period, from, to, product, view, by, as, figure } = search;
  const asked = useMemo((): Asked => {
    const [startDate, endDate, productId] = [textOf(from), textOf(to), textOf(product)];
    return {
      period: periods.find(({ value }) => value === period)?.value ?? "30d",
      ...(startDate && { startDate }),
      ...(startDate && endDate && { endDate }),
      ...(productId && { productId }),
    };
  }, [period, from, to, product]);
  const change = useCallback(
    (parts: Record<string, string | undefined>) => searchChange(parts, { replace: true }),
    [searchChange],
  );
  return {
    asked,
    by: steps.find((step) => step === by),
    isTable: as === "table",
    view: views.find(({ value }) => value === view)?.value ?? "overview",
    /** Whose rows are open; whatever the address says. */
    figure: textOf(figure),
    change,
    // Opening adds to the history, so that Back closes again.
    openFigure: useCallback((figure: string | undefined) => searchChange({ figure }), [searchChange]),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
