import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Email, Id, multiLine, oneLine, PlaceCursor, Timestamp } from "#contract/values.ts";
import { operatorTags } from "./operator.ts";
import { mostReportWords, reportReasons } from "./report-reasons.ts";

const said = {
  reason: z.enum(reportReasons, "Choose what is wrong"),
  words: multiLine(mostReportWords),
  /** Nobody sees this field; programs that fill in every field do. */
  website: oneLine(2_000).optional(),
};

/** By a form of a page without a script, which leads back to it. */
export const reportStore = endpoint({
  method: "POST",
  url: "/api/creators/:handle/reports",
  config: { access: "public", limit: { points: 10, seconds: 86_400 } },
  schema: {
    tags: ["Storefront"],
    summary:
      "Report a store or one of its products to whoever runs the installation; the answer is the same for everybody",
    params: z.object({ handle: z.string().max(100) }),
    querystring: z.object({ product: z.string().max(100).optional() }),
    body: z.object({ ...said, email: z.union([z.literal(""), Email]).optional() }),
    response: { 201: z.object({ success: z.literal(true) }) },
  },
});

/** What somebody reported. It is words of a visitor, of whom nothing is known but what they say. */
export const AbuseReport = z.object({
  id: Id,
  handle: z.string(),
  creatorId: Id,
  /** The product's title; null where the store was reported, or the product is gone. */
  product: z.object({ id: Id, title: z.string(), slug: z.string() }).nullable(),
  reason: z.enum(reportReasons),
  words: z.string(),
  email: z.string().nullable(),
  /** How often the same visitor said so. */
  times: z.int(),
  closedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type AbuseReport = z.infer<typeof AbuseReport>;

export const listAbuseReports = endpoint({
  method: "GET",
  url: "/api/operator/reports",
  config: { access: "operator" },
  schema: {
    tags: operatorTags,
    summary: "Reports of stores and products, the newest first, 25 to a page",
    querystring: z.object({
      state: z.enum(["OPEN", "CLOSED"]).default("OPEN"),
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ reports: z.array(AbuseReport), nextCursor: z.string().nullable() }) },
  },
});

export const closeAbuseReport = endpoint({
  method: "POST",
  url: "/api/operator/reports/:id/close",
  config: { access: "operator", recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Mark a report as seen to",
    params: z.object({ id: Id }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
