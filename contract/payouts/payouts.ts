import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { SignedCents } from "#contract/values.ts";

const tags = ["Payouts"];

/**
 * Where a creator stands with the payment provider: READY receives money at once; IN_REVIEW waits for the provider;
 * UNAVAILABLE means that no provider is set up here.
 */
export const PayoutState = z.enum([
  "UNAVAILABLE",
  "NOT_CONNECTED",
  "INFORMATION_NEEDED",
  "IN_REVIEW",
  "READY",
]);

export const PayoutOverview = z.object({
  state: PayoutState,
  /** The provider wants to know more of an account that works: some day it will pay out no more. */
  needsInformation: z.boolean(),
  provider: z.enum(["stripe", "sandbox", "none"]),
  /** What the platform keeps of each sale. */
  platformFeeBps: z.int(),
  /** One entry for each currency that something was sold in; cents, after fees and refunds. */
  balances: z.array(
    z.object({
      currency: z.string(),
      /** Sold before the account was ready, and not passed on yet. */
      owedCents: SignedCents,
      transferredCents: SignedCents,
      /** Went to the account at once. */
      directCents: SignedCents,
    }),
  ),
});
export type PayoutOverview = z.infer<typeof PayoutOverview>;

/** Where the browser goes next: a page of the provider. */
const ProviderPage = z.object({ url: z.string() });

export const getPayouts = endpoint({
  method: "GET",
  url: "/api/payouts",
  config: { access: "creator", roles: ownerOnly },
  schema: {
    tags,
    summary: "How your sales reach you",
    response: { 200: PayoutOverview },
  },
});

export const connectPayouts = endpoint({
  method: "POST",
  url: "/api/payouts/onboarding",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 60 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: "A new link to the provider's page where you say who you are; it works once, for minutes",
    /** The page that the way back leads to. */
    querystring: z.object({ from: z.enum(["settings", "affiliate"]).default("settings") }),
    response: { 200: ProviderPage },
  },
});

export const checkPayouts = endpoint({
  method: "POST",
  url: "/api/payouts/check",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 60 },
    recentSignIn: notNeeded.preview,
  },
  schema: {
    tags,
    summary: "Ask the provider how your account stands now",
    response: { 200: PayoutOverview },
  },
});

export const openPayoutDashboard = endpoint({
  method: "POST",
  url: "/api/payouts/dashboard",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 60 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: "A link to your account at the provider",
    response: { 200: ProviderPage },
  },
});
