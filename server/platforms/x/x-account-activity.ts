import { z } from "zod";
import { DirectMessage, messageEvent, Users } from "./x-direct-message.ts";
import type { XWebhook } from "./x-webhook.ts";

const Messages = z.looseObject({
  for_user_id: z.string(),
  direct_message_events: z.array(DirectMessage),
  users: Users.default({}),
});
const Revoked = z.looseObject({
  user_event: z.looseObject({
    revoke: z.looseObject({ source: z.looseObject({ user_id: z.string() }) }),
  }),
});
const Anything = z.looseObject({ for_user_id: z.string() });

/**
 * Events of X's Account Activity API, which the Activity API replaces: apps that were set up for it are still served.
 * Undefined when this is none, or one that cannot be read.
 */
export function readAccountActivity(said: unknown): XWebhook | undefined {
  const { data: revoked } = Revoked.safeParse(said);
  if (revoked)
    return {
      events: [],
      ended: [{ platform: "TWITTER", appScopedId: revoked.user_event.revoke.source.user_id }],
    };
  const { data: general } = Anything.safeParse(said);
  if (!general) return undefined;
  if (!("direct_message_events" in general)) return { events: [], ended: [] };
  const { data: messages } = Messages.safeParse(general);
  return (
    messages && {
      events: messages.direct_message_events
        .filter(({ type }) => type === "message_create")
        .map((message) => messageEvent(message, messages.for_user_id, messages.users)),
      ended: [],
    }
  );
}
