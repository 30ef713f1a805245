import { keepPreviousData } from "@tanstack/react-query";
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTrends,
} from "#contract/analytics/analytics.ts";
import { getCourseFigures } from "#contract/analytics/courses.ts";
import { getCustomerFigures } from "#contract/analytics/customers.ts";
import { getMembershipFigures } from "#contract/analytics/memberships.ts";
import { getRefundFigures } from "#contract/analytics/refunds.ts";
import { getLiveView, getTraffic } from "#contract/analytics/visits.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { apiQuery, type Output } from "#web/api.ts";
import type { Asked } from "./use-analytics-address.ts";

export type Summary = Output<typeof getAnalyticsSummary>;
export type Breakdown = Output<typeof getAnalyticsBreakdown>;
export type Traffic = Output<typeof getTraffic>;
export type LiveView = Output<typeof getLiveView>;
export type MembershipFigures = Output<typeof getMembershipFigures>;
export type CustomerFigures = Output<typeof getCustomerFigures>;
export type CourseFigures = Output<typeof getCourseFigures>;
export type RefundFigures = Output<typeof getRefundFigures>;
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

export const membershipsQuery = (asked: Asked, granularity: Granularity) => ({
  ...apiQuery(getMembershipFigures, { querystring: { ...asked, granularity } }),
  ...kept,
});

export const customersQuery = (asked: Asked, granularity: Granularity) => ({
  ...apiQuery(getCustomerFigures, { querystring: { ...asked, granularity } }),
  ...kept,
});

export const coursesQuery = (asked: Asked) => ({
  ...apiQuery(getCourseFigures, { querystring: asked }),
  ...kept,
});

export const refundsQuery = (asked: Asked, granularity: Granularity) => ({
  ...apiQuery(getRefundFigures, { querystring: { ...asked, granularity } }),
  ...kept,
});

/** Asked again while it is looked at. */
export const liveQuery = { ...apiQuery(getLiveView), refetchInterval: 15_000 };
