import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { SumCents } from "#contract/values.ts";

/** What this installation can truly say of itself on its landing page. */
export const LandingFacts = z.object({
  /** Stores with something on sale. */
  creators: z.int(),
  /** Automatic replies that were sent. */
  replies: z.int(),
  /** Payments minus refunds, of all stores, until yesterday. */
  revenueCents: SumCents,
  /** Reviews of five stars that say something, of products on sale; at most three, no two of one store. */
  reviews: z.array(
    z.object({
      text: z.string(),
      authorName: z.string(),
      productTitle: z.string(),
      creatorName: z.string(),
      creatorHandle: z.string(),
    }),
  ),
});
export type LandingFacts = z.infer<typeof LandingFacts>;

export const getLandingFacts = endpoint({
  method: "GET",
  url: "/api/landing",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags: ["Catalog"],
    summary: "This installation's own figures, and reviews of its stores; up to an hour old",
    response: { 200: LandingFacts },
  },
});
