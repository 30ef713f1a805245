import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id, Timestamp } from "#contract/values.ts";

const tags = ["Events"];
const params = z.object({ id: Id });

/** What is known of an event's buyers: whom a change of it is told. */
export const EventNews = z.object({
  /** Who may go there now, each once however often they bought. Null: some, for who sees no figures of sales (see `team/roles.ts`). */
  buyers: z.int().nullable(),
  /** When the buyers are told of what was changed already; null where they know all. */
  tellsAt: Timestamp.nullable(),
  isCancelled: z.boolean(),
});
export type EventNews = z.infer<typeof EventNews>;

export const getEventNews = endpoint({
  method: "GET",
  url: "/api/products/:id/event-news",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "Whom a change of an event is told, and when",
    params,
    response: { 200: EventNews },
  },
});

export const cancelEvent = endpoint({
  method: "PUT",
  url: "/api/products/:id/event-cancellation",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 30, seconds: 3_600 },
    recentSignIn:
      "not needed: buyers are told 10 minutes later, can be taken back until then, and refunds no one",
  },
  schema: {
    tags,
    summary:
      "Call an event off, which takes it off sale, or have it take place after all; its buyers are told ten minutes later",
    params,
    body: z.object({ isCancelled: z.boolean() }),
    response: { 200: EventNews },
  },
});
