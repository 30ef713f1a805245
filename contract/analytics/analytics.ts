import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SignedCents, SumCents } from "#contract/values.ts";
import { analyticsQuery, Change, CountedRange, Granularity, Percent } from "./period.ts";

const tags = ["Analytics"];

/**
 * What paid orders were in a period, each by the moment it was paid, beside the same length of time before. Revenue is what
 * was paid less what was given back or lost to a dispute meanwhile, whenever it had been paid.
 */
export const AnalyticsSummary = z.object({
  range: CountedRange,
  currency: z.string(),
  totalOrders: z.int(),
  totalOrdersChange: Change,
  totalRevenue: SignedCents,
  totalRevenueChange: Change,
  /** What the period's orders cost, before refunds. */
  paidCents: SumCents,
  /** What was given back in the period. */
  refundedCents: SumCents,
  averageOrderValue: SignedCents.nullable(),
  averageOrderValueChange: Change,
  /** Orders that were bought at a checkout: all but renewals of memberships. The rates of bumps and coupons are of these. */
  checkoutOrders: z.int(),
  bumpAttachRate: Percent,
  bumpAttachRateChange: Change,
  bumpOrders: z.int(),
  bumpRevenue: SignedCents,
  bumpRevenueChange: Change,
  /** Of the offers that were shown, those that were taken. */
  upsellAcceptRate: Percent,
  upsellAcceptRateChange: Change,
  upsellAccepts: z.int(),
  upsellOffers: z.int(),
  upsellRevenue: SignedCents,
  upsellRevenueChange: Change,
  couponUsageRate: Percent,
  couponUsageRateChange: Change,
  /** Orders that used one, without those that were given back whole: they gave their use back. */
  couponUses: z.int(),
  /** What coupons took off in these orders. */
  totalDiscounts: SumCents,
});
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>;

export const getAnalyticsSummary = endpoint({
  method: "GET",
  url: "/api/analytics/summary",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What was sold in a period, and how that compares with the one before",
    querystring: z.object(analyticsQuery),
    response: { 200: AnalyticsSummary },
  },
});

export const BreakdownRow = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(["ORDER_BUMP", "UPSELL", "COUPON", "PRODUCT"]),
  /** Less refunds. Of a coupon: what its orders brought. */
  revenue: SignedCents,
  /** Orders it was on offer in; of a coupon or a product: all orders of the period. */
  totalOffered: z.int(),
  totalAccepted: z.int(),
  conversionRate: Percent,
  /** Its revenue for each time it was taken. */
  avgValue: SignedCents.nullable(),
  productId: Id.optional(),
  productName: z.string().optional(),
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

/** The longest that a list of the breakdown is; what exceeds it is one sum. */
export const mostBreakdownRows = 50;

/** What stands in no row, since there are so many. */
const Rest = z.object({ rows: z.int(), revenue: SignedCents, totalAccepted: z.int() });
export type BreakdownRest = z.infer<typeof Rest>;

export const getAnalyticsBreakdown = endpoint({
  method: "GET",
  url: "/api/analytics/breakdown",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What each product, bump, upsell and coupon brought in a period, best first",
    querystring: z.object(analyticsQuery),
    response: {
      200: z.object({
        range: CountedRange,
        bumps: z.array(BreakdownRow),
        upsells: z.array(BreakdownRow),
        coupons: z.array(BreakdownRow),
        products: z.array(BreakdownRow),
        /** For each list that is longer than what is shown of it. */
        rest: z.object({
          bumps: Rest.nullable(),
          upsells: Rest.nullable(),
          coupons: Rest.nullable(),
          products: Rest.nullable(),
        }),
      }),
    },
  },
});

/** A day, a week from Monday or a month, as far as it lies in the period. */
export const TrendRow = z.object({
  /** Its first day, and its last. */
  date: z.string(),
  until: z.string(),
  attachRate: Percent,
  acceptRate: Percent,
  usageRate: Percent,
  revenue: SignedCents,
  orders: z.int(),
  averageOrderValue: SignedCents.nullable(),
});
export type TrendRow = z.infer<typeof TrendRow>;

export const getAnalyticsTrends = endpoint({
  method: "GET",
  url: "/api/analytics/trends",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "A period day by day; more than three years come by the week, more than twenty by the month",
    querystring: z.object({ ...analyticsQuery, granularity: Granularity.default("day") }),
    response: { 200: z.array(TrendRow) },
  },
});
