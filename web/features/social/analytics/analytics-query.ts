import { keepPreviousData } from "@tanstack/react-query";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { apiQuery, type Output } from "#web/api.ts";

export type Analytics = Output<typeof getSocialAnalytics>;
export type Earnings = Analytics["totals"];

/** What messages did and earned; while another period is on its way, the one before stays. */
export const analyticsQuery = (days: number) => ({
  ...apiQuery(getSocialAnalytics, { querystring: { days } }),
  placeholderData: keepPreviousData,
  refetchOnMount: "always" as const,
});
