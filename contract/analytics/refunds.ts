import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SumCents } from "#contract/values.ts";
import { analyticsQuery, Change, CountedRange, Granularity, Percent } from "./period.ts";

/** Why money went back: who asked, or on what ground. */
export const RefundReason = z.enum([
  /** A buyer withdrew from the contract. */
  "WITHDRAWAL",
  /** A buyer asked within the days that were promised. */
  "PROMISED",
  /** A buyer asked, and the creator agreed. */
  "REQUESTED",
  /** The creator gave it back by themselves, or at the provider. */
  "BY_CREATOR",
  /** A bank took it. */
  "DISPUTE",
]);
export type RefundReason = z.infer<typeof RefundReason>;

/** What went back in a period, each on its own day, and what buyers' banks disputed. */
export const RefundFigures = z.object({
  range: CountedRange,
  currency: z.string(),
  /** Refunds, without what lost disputes took. */
  refundedCents: SumCents,
  refundedCentsChange: Change,
  refunds: z.int(),
  /** Refunds, in percent of what was paid in the period. */
  refundRate: Percent,
  refundRateChange: Change,
  paidCents: SumCents,
  orders: z.int(),
  /** Opened in the period, bank inquiries aside. */
  disputes: z.int(),
  disputedCents: SumCents,
  /** Disputes in percent of the period's orders, with two decimals. */
  disputeRate: Percent,
  disputeRateChange: Change,
  /** What lost disputes took in the period. */
  lostCents: SumCents,
  lost: z.int(),
  /** Of the disputes of the period: how they stand now. */
  openDisputes: z.int(),
  wonDisputes: z.int(),
  /** Withdrawals from a contract that were stated in the period, by who proved the order. */
  withdrawals: z.int(),
  withdrawalsChange: Change,
  days: z.array(
    z.object({ date: z.string(), until: z.string(), refundedCents: SumCents, lostCents: SumCents }),
  ),
  /** By the product that an order began with, most first. */
  products: z.array(
    z.object({
      id: Id,
      name: z.string(),
      refunds: z.int(),
      refundedCents: SumCents,
      lostCents: SumCents,
      paidCents: SumCents,
      /** Refunds and lost disputes, in percent of what was paid for it in the period. */
      rate: Percent,
    }),
  ),
  reasons: z.array(
    z.object({
      reason: RefundReason,
      /** In the creator's words, or the bank's; empty where there are none. At most 20 of a reason, the rest together. */
      words: z.string(),
      refunds: z.int(),
      cents: SumCents,
    }),
  ),
});
export type RefundFigures = z.infer<typeof RefundFigures>;

export const getRefundFigures = endpoint({
  method: "GET",
  url: "/api/analytics/refunds",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary: "Refunds, disputes and withdrawals of a period, by product, by reason and over time",
    querystring: z.object({ ...analyticsQuery, granularity: Granularity.default("day") }),
    response: { 200: RefundFigures },
  },
});
