import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, PlaceCursor, SignedCents, Timestamp } from "#contract/values.ts";
import { analyticsQuery } from "./period.ts";

/** What a figure is added up from. */
export const AnalyticsFigure = z.enum([
  "revenue",
  "orders",
  "bumps",
  "upsells",
  "coupons",
  /** The members at the end of a period, each with what they pay a month. */
  "members",
  "mrrNew",
  "mrrExpansion",
  "mrrReactivation",
  "mrrContraction",
  "mrrChurn",
  /** Those that run at the end of a period. */
  "trials",
  /** One row for each, with what they have spent so far. */
  "customers",
  "newCustomers",
  "returningCustomers",
  "repeatCustomers",
  "learners",
  "startedCourses",
  "finishedCourses",
  "refunds",
  "disputes",
  "lostDisputes",
  "withdrawals",
]);
export type AnalyticsFigure = z.infer<typeof AnalyticsFigure>;

export const FigureRow = z.object({
  id: Id,
  at: Timestamp,
  kind: z.enum([
    "ORDER",
    "REFUND",
    "DISPUTE",
    "ORDER_BUMP",
    "UPSELL",
    "COUPON",
    "MEMBER",
    "TRIAL",
    "NEW",
    "EXPANSION",
    "REACTIVATION",
    "CONTRACTION",
    "CHURN",
    "PAUSE",
    "NEW_CUSTOMER",
    "RETURNING_CUSTOMER",
    "LEARNER",
    "FINISHED",
    "DISPUTE_OPEN",
    "DISPUTE_WON",
    "DISPUTE_LOST",
    "WITHDRAWAL",
  ]),
  title: z.string(),
  orderId: Id.nullable(),
  orderNumber: z.int().nullable(),
  /** What it adds to the figure, or takes off; null where the figure counts rows alone. */
  cents: SignedCents.nullable(),
});
export type FigureRow = z.infer<typeof FigureRow>;

export const listAnalyticsRows = endpoint({
  method: "GET",
  url: "/api/analytics/rows",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary: "The rows that a figure of a period is the sum of, the newest first",
    querystring: z.object({
      ...analyticsQuery,
      figure: AnalyticsFigure,
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ rows: z.array(FigureRow), nextCursor: z.string().nullable() }) },
  },
});
