import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Abandoned carts"];

const Percent = z.int().min(1, "Hold back 1 to 50 percent").max(50, "Hold back 1 to 50 percent");

/** People whose seven days are over, and how many of them have bought what they had left. */
const Side = z.object({ people: z.int(), bought: z.int() });

/** From the lowest to the highest that is certain, and as measured. */
const range = <Value extends z.ZodType>(value: Value) =>
  z.object({ low: value, measured: value, high: value });

/** What a creator's mails about carts earn for certain: compared with people who got none. */
export const CartComparison = z.object({
  isOn: z.boolean(),
  /** Of the people who get no mail. */
  percent: z.int(),
  startedAt: Timestamp.nullable(),
  /** OFF: there was never one. COLLECTING: too few for anything. BROKEN: the sides are not as large as they should be. */
  state: z.enum(["OFF", "COLLECTING", "NO_DIFFERENCE", "BETTER", "WORSE", "BROKEN"]),
  mailed: Side,
  heldBack: Side,
  /** Of 100 people so many more have bought with mails. */
  points: range(z.number()).nullable(),
  /** What the mailed people have paid beyond what they would have; an estimate by what one of them paid on average. */
  extraCents: range(SumCents.or(z.int())).nullable(),
  currency: z.string(),
  /** About so many people make a usual difference plain, and so many came in the last 30 days. */
  peopleNeeded: z.int(),
  peopleAMonth: z.int(),
});
export type CartComparison = z.infer<typeof CartComparison>;

export const getCartComparison = endpoint({
  method: "GET",
  url: "/api/abandoned-carts/comparison",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What mails about carts earn beyond what would have come back without them",
    response: { 200: CartComparison },
  },
});

export const saveCartComparison = endpoint({
  method: "PUT",
  url: "/api/abandoned-carts/comparison",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Hold a share of people back from mails about carts, or nobody; another share begins anew",
    body: z.object({ isOn: z.boolean(), percent: Percent }),
    response: { 200: CartComparison },
  },
});
