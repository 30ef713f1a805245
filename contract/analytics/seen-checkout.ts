import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Id, oneLine } from "#contract/values.ts";

/** The page of a checkout is fetched before it is looked at, so it says itself when it is seen. */
export const seeCheckout = endpoint({
  method: "POST",
  url: "/api/checkout/seen",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags: ["Analytics"],
    summary: "A buyer looks at a checkout: counted without a cookie, and kept without an address",
    body: z.object({
      productId: Id,
      /** The page's address behind the question mark, and the page before it. */
      search: oneLine(2_000).default(""),
      referrer: oneLine(2_000).default(""),
    }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
