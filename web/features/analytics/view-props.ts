import type { AnalyticsFigure } from "#contract/analytics/figure-rows.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import type { Asked } from "./use-analytics-address.ts";

/** What every view of the tab is given: what it is asked for, and how the address is changed. */
export type ViewProps = {
  asked: Asked;
  granularity: Granularity;
  isTable: boolean;
  change: (parts: Record<string, string | undefined>) => void;
  openFigure: (figure: AnalyticsFigure | undefined) => void;
};
