import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { ownerOnly } from "#contract/team/roles.ts";

export const checkHandle = endpoint({
  method: "GET",
  url: "/api/auth/handle-available",
  config: { access: "creator", roles: ownerOnly, limit: { points: 60, seconds: 60 } },
  schema: {
    tags: ["Accounts"],
    summary: "Whether a handle is free, and some that are",
    querystring: z.object({ handle: z.string().max(60) }),
    response: {
      200: z.object({
        available: z.boolean(),
        reason: z.string().nullable(),
        suggestions: z.array(z.string()),
      }),
    },
  },
});
