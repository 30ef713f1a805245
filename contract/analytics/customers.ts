import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SignedCents, SumCents, Timestamp } from "#contract/values.ts";
import { analyticsQuery, Change, CountedRange, Granularity, Percent } from "./period.ts";

/** Who bought at a checkout in a period. Renewals of memberships make nobody a customer of the period. */
export const CustomerFigures = z.object({
  range: CountedRange,
  currency: z.string(),
  customers: z.int(),
  customersChange: Change,
  /** Whose first paid order with this creator it was. */
  newCustomers: z.int(),
  newCustomersChange: Change,
  returningCustomers: z.int(),
  returningCustomersChange: Change,
  /** Of the period's customers, those with two orders or more by its end. */
  repeatCustomers: z.int(),
  repeatRate: Percent,
  repeatRateChange: Change,
  /** What the period's customers have spent so far in all, less what was given back; renewals count. */
  lifetimeCents: SignedCents,
  averageLifetimeCents: SignedCents.nullable(),
  medianLifetimeCents: SignedCents.nullable(),
  days: z.array(
    z.object({
      date: z.string(),
      until: z.string(),
      newCustomers: z.int(),
      /** Orders of those who had bought before. */
      repeatOrders: z.int(),
    }),
  ),
  /** The period's customers by what they have spent so far, from one sum to below the next; null: no end. */
  distribution: z.array(
    z.object({
      fromCents: SumCents,
      belowCents: SumCents.nullable(),
      customers: z.int(),
      cents: SignedCents,
    }),
  ),
  /** Who paid most in the period, less what was given back of it. */
  top: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      orders: z.int(),
      paidCents: SignedCents,
      lifetimeCents: SignedCents,
      firstPaidAt: Timestamp,
    }),
  ),
});
export type CustomerFigures = z.infer<typeof CustomerFigures>;

export const getCustomerFigures = endpoint({
  method: "GET",
  url: "/api/analytics/customers",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary: "New and returning customers of a period, how many come back, and what they are worth",
    querystring: z.object({ ...analyticsQuery, granularity: Granularity.default("day") }),
    response: { 200: CustomerFigures },
  },
});
