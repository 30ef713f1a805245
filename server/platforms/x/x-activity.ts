import { z } from "zod";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import { DirectMessage, messageEvent, Milliseconds, Users } from "./x-direct-message.ts";
import { writtenText } from "./x-text.ts";
import type { XWebhook } from "./x-webhook.ts";

const Activity = z.looseObject({
  event_uuid: z.string(),
  event_type: z.string(),
  filter: z.looseObject({ user_id: z.string().optional() }).default({}),
  payload: z.unknown(),
  includes: z
    .looseObject({ users: z.array(z.unknown()).optional() })
    .optional()
    .catch(undefined),
});
type Activity = z.output<typeof Activity>;
const Envelope = z.looseObject({ data: z.union([Activity, z.array(Activity)]) });

const Messages = z.looseObject({
  direct_message_events: z.array(DirectMessage),
  users: Users.default({}),
});
const Post = z.looseObject({
  id: z.string(),
  text: z.string().default(""),
  author_id: z.string(),
  created_at: z.coerce.date(),
  entities: z
    .looseObject({
      urls: z.array(z.looseObject({ url: z.string(), expanded_url: z.string().optional() })).nullish(),
    })
    .nullish(),
});
const Person = z.looseObject({ id: z.string(), username: z.string() });
const Follow = z.looseObject({
  source: z.looseObject({ data: Person }),
  target: z.looseObject({ data: z.looseObject({ id: z.string() }) }),
});
const Chat = z.looseObject({
  id: z.string(),
  sender_id: z.string(),
  created_at_msec: Milliseconds,
});
const Revoked = z.looseObject({ user_id: z.string() });

/**
 * Events of the X Activity API; undefined when this is none, or one that cannot be read. `now` stands in where X says no
 * time. Types that nothing here can use (somebody reads, or types) give nothing.
 */
export function readActivity(said: unknown, now: Date): XWebhook | undefined {
  const envelope = Envelope.safeParse(said);
  if (!envelope.success) return undefined;
  const read: XWebhook = { events: [], ended: [] };
  for (const activity of [envelope.data.data].flat()) {
    if (activity.event_type === "oauth.revoke") {
      const revoked = Revoked.safeParse(activity.payload);
      if (!revoked.success) return undefined;
      read.ended.push({ platform: "TWITTER", appScopedId: revoked.data.user_id });
      continue;
    }
    const readPayload = readers[activity.event_type];
    if (!readPayload) continue;
    const accountId = activity.filter.user_id;
    const events = accountId && readPayload(activity, accountId, now);
    if (!events) return undefined;
    read.events.push(...events);
  }
  return read;
}

/** The events of one activity, or undefined when its payload cannot be read. */
type Reader = (activity: Activity, accountId: string, now: Date) => InboundEvent[] | undefined;

const readMessages: Reader = ({ payload }, accountId) => {
  const messages = Messages.safeParse(payload);
  return messages.data?.direct_message_events
    .filter(({ type }) => type === "message_create")
    .map((message) => messageEvent(message, accountId, messages.data.users));
};

const readMention: Reader = ({ payload, includes }, accountId) => {
  const { data: post } = Post.safeParse(payload);
  if (!post) return undefined;
  // Whoever names themselves is no visitor.
  if (post.author_id === accountId) return [];
  const people = (includes?.users ?? []).map((user) => Person.safeParse(user).data);
  return [
    {
      platform: "TWITTER",
      accountId,
      id: `MENTION:${post.id}`,
      kind: "MENTION",
      personId: post.author_id,
      personUsername: people.find((person) => person?.id === post.author_id)?.username ?? null,
      text: writtenText(post.text, post.entities?.urls ?? []),
      occurredAt: post.created_at,
      detail: { postId: post.id },
    },
  ];
};

const readFollow: Reader = ({ event_uuid, payload }, accountId, now) => {
  const { data: follow } = Follow.safeParse(payload);
  if (!follow) return undefined;
  // X also tells whom the account follows itself.
  if (follow.target.data.id !== accountId) return [];
  const { id: personId, username } = follow.source.data;
  return [
    {
      platform: "TWITTER",
      accountId,
      id: `FOLLOW:${event_uuid}`,
      kind: "FOLLOW",
      personId,
      personUsername: username,
      text: "",
      occurredAt: now,
      detail: {},
    },
  ];
};

/** Only the person's devices and the account's can read it: it is kept to say so. */
const readEncrypted: Reader = ({ payload }, accountId) => {
  const { data: chat } = Chat.safeParse(payload);
  return (
    chat && [
      {
        platform: "TWITTER",
        accountId,
        id: `OTHER:${chat.id}`,
        kind: "OTHER",
        personId: chat.sender_id,
        personUsername: null,
        text: "",
        occurredAt: chat.created_at_msec,
        detail: { messageId: chat.id, note: "encrypted" },
      },
    ]
  );
};

const readers: Partial<Record<string, Reader>> = {
  "dm.received": readMessages,
  "dm.sent": readMessages,
  "post.mention.create": readMention,
  "follow.follow": readFollow,
  "chat.received": readEncrypted,
};
