import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins, everybodyOfTheTeam } from "#contract/team/roles.ts";
import { OrderRow } from "#contract/orders/order-page.ts";
import { PayoutOverview } from "#contract/payouts/payouts.ts";
import { SignedCents, SumCents, Timestamp } from "#contract/values.ts";
import { needKinds, needsAtMost } from "./needs.ts";

const tags = ["Home"];

/** What a day brought: paid less what was given back on it, in cents. */
const Day = z.object({ revenueCents: SignedCents, orders: z.int() });

/** Something that would help, drawn from what happened in the store. */
export const Suggestion = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("KEYWORD"),
    /** Of the last seven days' messages, in percent, at most 1,000 of them. */
    unmatchedPercent: z.int(),
    /** Said most in those; null where they have no word in common. */
    word: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("CARTS"),
    /** Left in the last 30 days, at most the last 10,000, and what was in them, of the currency that most of it is in. */
    carts: z.int(),
    priceCents: SumCents,
    currency: z.string(),
  }),
  z.object({
    kind: z.literal("ADD_ONS"),
    /** Paid in the last 30 days, 10,000 for that or more, with nothing on offer beside. */
    orders: z.int(),
  }),
]);
export type Suggestion = z.infer<typeof Suggestion>;

const Need = z.object({
  kind: z.enum(needKinds),
  /** 100 stands for more than 99. */
  count: z.int().min(1).max(needsAtMost),
  /** Where it is done. */
  href: z.string(),
});

export const Home = z.object({
  /** The moment that all of it is of. */
  asOf: Timestamp,
  /** The creator's day so far, and as much of the same day a week ago. */
  today: Day,
  lastWeek: Day,
  money: PayoutOverview.pick({ state: true, balances: true }),
  /** What waits, the most pressing first; a kind that nothing is of is left out. */
  needs: z.array(Need),
  /** What was sold last, the newest first. */
  latest: z.array(OrderRow),
  suggestion: Suggestion.nullable(),
});
export type Home = z.infer<typeof Home>;

export const getHome = endpoint({
  method: "GET",
  url: "/api/home",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What was sold today, what waits for the creator, what was sold last, and what would help",
    response: { 200: Home },
  },
});

export const getNeeds = endpoint({
  method: "GET",
  url: "/api/home/needs",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: {
    tags,
    summary: "What waits in the store for whoever asks, by their role",
    response: { 200: Home.pick({ needs: true }) },
  },
});
