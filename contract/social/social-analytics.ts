import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Earnings } from "./keyword-responses.ts";
import { EventOutcome } from "./social-accounts.ts";
import { Id } from "#contract/values.ts";

const tags = ["Social analytics"];

const Named = Earnings.extend({ id: Id.nullable(), name: z.string() });

export const SocialAnalytics = z.object({
  accounts: z.int(),
  /** Keyword responses, switched off ones too. */
  responses: z.int(),
  activeResponses: z.int(),
  conversations: z.int(),
  /** Inbound messages answered automatically / all, 0 to 1; null when there were none. */
  automationRate: z.number().nullable(),
  totals: Earnings,
  /** Every day of the period (UTC, YYYY-MM-DD), oldest first. */
  days: z.array(Earnings.extend({ day: z.string() })),
  /** Best earning first; id null and 'Deleted' where it is gone. */
  keywords: z.array(Named),
  rules: z.array(Named),
  posts: z.array(Earnings.extend({ postId: z.string() })),
  /** How the period's inbound events ended. */
  outcomes: z.array(z.object({ outcome: EventOutcome, count: z.int() })),
});
export type SocialAnalytics = z.infer<typeof SocialAnalytics>;

const period = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

export const getSocialAnalytics = endpoint({
  method: "GET",
  url: "/api/social/analytics",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What direct messages did and earned in the last days, today included",
    querystring: period,
    response: { 200: SocialAnalytics },
  },
});

export const exportSocialAnalytics = endpoint({
  method: "GET",
  url: "/api/exports/social-analytics.csv",
  config: { access: "creator", roles: admins, limit: { points: 20, seconds: 60 }, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Received, sent, clicked, orders and net revenue by day, keyword, rule and post, as CSV",
    querystring: period,
  },
});
