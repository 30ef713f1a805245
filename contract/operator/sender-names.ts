import { z } from "zod";
import { mostReviewWords, nameFaults, reviewStates } from "#contract/accounts/sender-name.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Id, multiLine, PlaceCursor, Timestamp } from "#contract/values.ts";
import { operatorTags } from "./operator.ts";

/** A name that a creator asks to send emails under. */
export const NameReview = z.object({
  id: Id,
  creatorId: Id,
  /** Both as they were when it was asked for: an approval is for these two. */
  handle: z.string(),
  name: z.string(),
  /** Why emails don't show it; null for an approved one. */
  replacedFor: z.enum(nameFaults).nullable(),
  note: z.string(),
  state: z.enum(reviewStates),
  answer: z.string(),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
});
export type NameReview = z.infer<typeof NameReview>;

export const listNameReviews = endpoint({
  method: "GET",
  url: "/api/operator/sender-names",
  config: { access: "operator" },
  schema: {
    tags: operatorTags,
    summary: "Requests to review a sender name, the newest first, 25 to a page",
    querystring: z.object({
      state: z.enum(["OPEN", "DECIDED"]).default("OPEN"),
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ reviews: z.array(NameReview), nextCursor: z.string().nullable() }) },
  },
});

export const decideNameReview = endpoint({
  method: "POST",
  url: "/api/operator/sender-names/:id",
  config: { access: "operator", recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Approve or decline a sender name; the creator is emailed. The first decision stands.",
    params: z.object({ id: Id }),
    body: z
      .object({
        decision: z.enum(["APPROVED", "DECLINED"]),
        /** As the creator reads it. */
        answer: multiLine(mostReviewWords).default(""),
      })
      .refine(({ decision, answer }) => decision === "APPROVED" || answer !== "", {
        path: ["answer"],
        message: "Say why, in the words that the creator reads",
      }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
