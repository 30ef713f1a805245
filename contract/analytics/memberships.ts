import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { SignedCents, SumCents } from "#contract/values.ts";
import { analyticsQuery, Change, CountedRange, Granularity, Percent } from "./period.ts";

/** What changed the recurring revenue of a month, in cents: each a sum of its rows; what takes off is negative. */
const Movements = {
  newCents: SignedCents,
  expansionCents: SignedCents,
  reactivationCents: SignedCents,
  contractionCents: SignedCents,
  churnCents: SignedCents,
};

/**
 * Recurring revenue of a month (a yearly price counts with a twelfth) and members, as they were at each moment: start, and
 * what moved, add up to the end. Trials and paused memberships pay nothing and are not in it; those in grace are.
 */
export const MembershipFigures = z.object({
  range: CountedRange,
  currency: z.string(),
  startCents: SumCents,
  ...Movements,
  /** The part of what was lost that only rests. */
  pausedCents: SignedCents,
  endCents: SumCents,
  /** In percent of the start. */
  mrrChange: Change,
  startMembers: z.int(),
  newMembers: z.int(),
  returnedMembers: z.int(),
  leftMembers: z.int(),
  pausedMembers: z.int(),
  endMembers: z.int(),
  /** Members whose payment failed and who are still let in, of those now; null for a time that is over. */
  atRisk: z.object({ members: z.int(), cents: SumCents }).nullable(),
  /** Of the members at the start, in percent. */
  churnRate: Percent,
  churnRateChange: Change,
  /** Running at the end. */
  trials: z.int(),
  startedTrials: z.int(),
  /** Those that led to a payment, and those that led to none. */
  convertedTrials: z.int(),
  lostTrials: z.int(),
  /** A day, a week from Monday or a month, as it stood at its end. */
  days: z.array(
    z.object({
      date: z.string(),
      until: z.string(),
      mrrCents: SumCents,
      ...Movements,
      members: z.int(),
      trials: z.int(),
    }),
  ),
  /** Members by the month in which they first paid; the last twelve months at least. */
  cohorts: z.array(
    z.object({
      /** YYYY-MM. */
      month: z.string(),
      joined: z.int(),
      /** How many were members at the end of that month, of the next one, and so on; the last one so far. */
      stayed: z.array(z.int()),
    }),
  ),
});
export type MembershipFigures = z.infer<typeof MembershipFigures>;

export const getMembershipFigures = endpoint({
  method: "GET",
  url: "/api/analytics/memberships",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary:
      "Recurring revenue and what moved it, members, trials, churn, and who stayed by month of joining",
    querystring: z.object({ ...analyticsQuery, granularity: Granularity.default("month") }),
    response: { 200: MembershipFigures },
  },
});
