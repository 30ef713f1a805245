import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { multiLine, Timestamp } from "#contract/values.ts";

const tags = ["Accounts"];

/** Why emails show another name than the creator's own. An operator can approve a name with one of the last two. */
export const nameFaults = ["EMPTY", "HIDDEN_CHARACTER", "ADDRESS", "LINK", "IMPERSONATION"] as const;
export type NameFault = (typeof nameFaults)[number];

export const reviewStates = ["OPEN", "APPROVED", "DECLINED"] as const;

/** Characters of what a creator says to the operator, and of the answer. */
export const mostReviewWords = 500;

export const SenderName = z.object({
  /** What buyers see. */
  name: z.string(),
  /** Null where that is the creator's own name. */
  replacedFor: z.enum(nameFaults).nullable(),
  /** An operator can approve this name. */
  canAppeal: z.boolean(),
  /** Of exactly this name and handle; null where nobody has asked for one. */
  review: z.object({ state: z.enum(reviewStates), answer: z.string(), createdAt: Timestamp }).nullable(),
});

export const getSenderName = endpoint({
  method: "GET",
  url: "/api/auth/sender-name",
  config: { access: "creator", roles: ownerOnly, limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "Which name emails show to buyers for a name and handle, saved or not, and why",
    querystring: z.object({
      firstName: z.string().max(200).default(""),
      lastName: z.string().max(200).default(""),
      handle: z.string().max(60),
    }),
    response: { 200: SenderName },
  },
});

export const requestNameReview = endpoint({
  method: "POST",
  url: "/api/auth/sender-name/review",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 5, seconds: 86_400 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary: "Ask the operator to let emails show the saved name. The answer comes by email.",
    body: z.object({ note: multiLine(mostReviewWords, "Tell the operator why this is your name") }),
    response: { 201: z.object({ success: z.literal(true) }) },
  },
});
