import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { forSupport } from "#contract/team/roles.ts";

/** The name of the event that says so. */
export const newsEvent = "news";

export const streamNews = endpoint({
  method: "GET",
  url: "/api/notifications/stream",
  config: { access: "creator", roles: forSupport, limit: { points: 120, seconds: 60 } },
  schema: {
    tags: ["Notifications"],
    summary:
      "Says as server-sent events (`news`, without content) that something was sold, or told of, since `seen`, the mark of what was read. It ends after some minutes, and is asked for again with `Last-Event-ID`",
    querystring: z.object({ seen: z.string().max(100).optional() }),
  },
});
