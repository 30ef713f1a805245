import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SignedCents, SumCents } from "#contract/values.ts";
import { analyticsQuery, CountedRange, Granularity } from "./period.ts";

/** How many visits came how far: each number is at most the one before it. */
const Funnel = {
  visits: z.int(),
  /** A checkout was seen. */
  checkouts: z.int(),
  /** An address was given there. */
  emails: z.int(),
  /** Pay was pressed. */
  tried: z.int(),
  paid: z.int(),
  /** With a bump or an upsell. */
  added: z.int(),
};

const Channel = z.enum([
  "DIRECT",
  "SOCIAL",
  "SEARCH",
  "AI",
  "VIDEO",
  "EMAIL",
  "MESSAGE",
  "AFFILIATE",
  "LINK",
  "CAMPAIGN",
]);
export type Channel = z.infer<typeof Channel>;

export const Traffic = z.object({
  range: CountedRange,
  total: z.object({ ...Funnel, views: z.int() }),
  /** A day, a week from Monday or a month, as far as it lies in the period. */
  days: z.array(z.object({ date: z.string(), until: z.string(), visits: z.int(), paid: z.int() })),
  /** Where visits to the whole store came from, most first; null: the many that are too small to tell apart. */
  sources: z.array(z.object({ channel: Channel.nullable(), source: z.string(), ...Funnel })),
  /** Visits that looked at each product, and how far they came with it. */
  products: z.array(z.object({ id: Id, title: z.string(), ...Funnel })),
  /** What led to the period's orders, most revenue first; a null channel: it is not known. */
  origins: z.array(
    z.object({
      channel: Channel.nullable(),
      source: z.string(),
      orders: z.int(),
      /** Less what has been given back of these orders. */
      revenue: SumCents,
    }),
  ),
});
export type Traffic = z.infer<typeof Traffic>;

export const getTraffic = endpoint({
  method: "GET",
  url: "/api/analytics/traffic",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary: "Who came to the store in a period, from where, how far they came, and what led to orders",
    querystring: z.object({ ...analyticsQuery, granularity: Granularity.default("day") }),
    response: { 200: Traffic },
  },
});

export const LiveView = z.object({
  /** Visits of the last 30 minutes. */
  visits: z.int(),
  orders: z.int(),
  revenue: SignedCents,
  /** Visits that began in each of the last 30 minutes, the oldest first. */
  minutes: z.array(z.int()),
  sources: z.array(z.object({ channel: Channel, source: z.string(), visits: z.int() })),
  products: z.array(z.object({ id: Id, title: z.string(), visits: z.int() })),
});
export type LiveView = z.infer<typeof LiveView>;

export const getLiveView = endpoint({
  method: "GET",
  url: "/api/analytics/live",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary: "The last 30 minutes: who came, what they look at, what was sold",
    response: { 200: LiveView },
  },
});
