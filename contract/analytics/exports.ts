import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { AnalyticsFigure } from "./figure-rows.ts";
import { analyticsQuery, Granularity } from "./period.ts";

export const AnalyticsTable = z.enum([
  "trends",
  "products",
  "bumps",
  "upsells",
  "coupons",
  "visits",
  "sources",
  "viewed-products",
  "order-sources",
  "memberships",
  "cohorts",
  "customers",
  "customer-worth",
  "top-customers",
  "courses",
  "lessons",
  "refunds",
  "refunded-products",
  "refund-reasons",
  "rows",
]);
export type AnalyticsTable = z.infer<typeof AnalyticsTable>;

export const exportAnalytics = endpoint({
  method: "GET",
  url: "/api/exports/analytics.csv",
  config: { access: "creator", roles: admins, limit: { points: 40, seconds: 60 }, recentSignIn: "required" },
  schema: {
    tags: ["Analytics"],
    summary: "One table of analytics as CSV: the same figures, of the same period and product",
    querystring: z.object({
      ...analyticsQuery,
      granularity: Granularity.default("day"),
      table: AnalyticsTable,
      /** Of the table `rows`: what its rows are the sum of. */
      figure: AnalyticsFigure.default("revenue"),
    }),
  },
});
