import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { Cents, Id, Timestamp } from "#contract/values.ts";

const Plan = z.enum(["STARTER", "PRO", "ENTERPRISE"]);

/** A plan that can be bought, and what it costs by the month. */
const Offer = z.object({
  plan: z.enum(["PRO", "ENTERPRISE"]),
  productId: Id,
  priceCents: Cents,
  currency: z.string(),
});

/** How much is used of what a plan limits; `limit` null: as much as there is. */
const Use = z.object({ used: z.int(), limit: z.int().nullable() });

/** A creator's plan, and what else there is. */
export const MyPlan = z.object({
  plan: Plan,
  /** Without paying: whoever runs the installation gave it. */
  isGiven: z.boolean(),
  /** Until then the account has what Pro has; null once that is over, and with a plan of its own. */
  trialEndsAt: Timestamp.nullable(),
  /** The running one included. */
  trialDaysLeft: z.int(),
  products: Use,
  /** Automatic replies of this calendar month, by UTC. */
  replies: Use,
  /** Those that can be bought, the cheaper one first. None where whoever runs the installation sells none. */
  offers: z.array(Offer),
  /** The membership that pays for it, or did last; `proof` opens its order, as the link of its receipt does. */
  membership: z
    .object({
      orderId: Id,
      plan: z.enum(["PRO", "ENTERPRISE"]).nullable(),
      /** By the month, as it was agreed: the price of today is for new buyers. */
      priceCents: Cents,
      currency: z.string(),
      proof: z.string(),
      email: z.string(),
      isRunning: z.boolean(),
      /** It was canceled, and lasts until then; null while it renews. */
      endsAt: Timestamp.nullable(),
    })
    .nullable(),
  /** What was paid for it, newest first. */
  receipts: z.array(
    z.object({
      orderId: Id,
      title: z.string(),
      totalCents: Cents,
      refundedCents: Cents,
      currency: z.string(),
      paidAt: Timestamp,
      /** The order's page, which has the receipt as a file. */
      href: z.string(),
    }),
  ),
});
export type MyPlan = z.infer<typeof MyPlan>;

export const listPlans = endpoint({
  method: "GET",
  url: "/api/plans",
  config: { access: "public" },
  schema: {
    tags: ["Accounts"],
    summary: "The plans that can be bought, the cheaper one first; none where there are no plans",
    response: { 200: z.array(Offer) },
  },
});

export const getMyPlan = endpoint({
  method: "GET",
  url: "/api/plan",
  config: { access: "creator", roles: ownerOnly },
  schema: {
    tags: ["Accounts"],
    summary: "The creator's plan, how much of it is used, and the plans that there are; 404 without plans",
    response: { 200: MyPlan },
  },
});
