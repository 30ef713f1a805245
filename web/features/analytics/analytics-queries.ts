import { keepPreviousData } from "@tanstack/react-query";
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTrends,
} from "#contract/analytics/analytics.ts";
import { getLiveView, getTraffic } from "#contract/analytics/visits.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { apiQuery, type Output } from "#web/api.ts";
import type { Asked } from "./use-analytics-address.ts";

export type Summary = Output<typeof getAnalyticsSummary>;
export type Breakdown = Output<typeof getAnalyticsBreakdown>;
export type Traffic = Output<typeof getTraffic>;
export type LiveView = Output<typeof getLiveView>;
export type Trend = Output<typeof getAnalyticsTrends>;

// While another period is on its way, the one before stays.
const kept = { placeholderData: keepPreviousData, refetchOnMount: "always" as const };

export const summaryQuery = (asked: Asked) => ({
  ...apiQuery(getAnalyticsSummary, { querystring: asked }),
  ...kept,
});

export const breakdownQuery = (asked: Asked) => ({
  ...apiQuery(getAnalyticsBreakdown, { querystring: asked }),
  ...kept,
});

export const trendQuery = (asked: Asked, granularity: Granularity) => ({
  ...apiQuery(getAnalyticsTrends, { querystring: { ...asked, granularity } }),
  ...kept,
});

export const trafficQuery = (asked: Asked, granularity: Granularity) => ({
  ...apiQuery(getTraffic, { querystring: { ...asked, granularity } }),
  ...kept,
});

/** Asked again while it is looked at. */
export const liveQuery = { ...apiQuery(getLiveView), refetchInterval: 15_000 };
