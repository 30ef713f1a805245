import { z } from "zod";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import { writtenText } from "./x-text.ts";

/** A moment in milliseconds, as a text. */
export const Milliseconds = z.coerce
  .number()
  .transform((milliseconds) => new Date(milliseconds))
  .pipe(z.date());

const Link = z.looseObject({ url: z.string(), expanded_url: z.string().optional() });

/** A message as both of X's APIs for webhooks write it. */
export const DirectMessage = z.looseObject({
  type: z.string(),
  id: z.string(),
  created_timestamp: Milliseconds,
  message_create: z.looseObject({
    target: z.looseObject({ recipient_id: z.string() }),
    sender_id: z.string(),
    message_data: z.looseObject({
      text: z.string().default(""),
      entities: z.looseObject({ urls: z.array(Link).nullish() }).nullish(),
      attachment: z
        .looseObject({
          media: z.looseObject({ type: z.string().optional(), url: z.string().optional() }).optional(),
        })
        .nullish(),
    }),
  }),
});

/** X's older objects name people `screen_name`, the newer ones `username` under `data`. */
export const Users = z.record(
  z.string(),
  z.looseObject({
    screen_name: z.string().optional(),
    data: z.looseObject({ username: z.string().optional() }).optional(),
  }),
);

/** What a message is to the account: of a person, its own (an echo), or one of a group, which is answered by nobody. */
export function messageEvent(
  { id, created_timestamp, message_create }: z.output<typeof DirectMessage>,
  accountId: string,
  users: z.output<typeof Users>,
): InboundEvent {
  const { sender_id: senderId, target, message_data: data } = message_create;
  const isOwn = senderId === accountId;
  const personId = isOwn ? target.recipient_id : senderId;
  const isToUs = isOwn || target.recipient_id === accountId;
  const kind = !isToUs ? "OTHER" : isOwn ? "ECHO" : "MESSAGE";
  const media = data.attachment?.media;
  const text = writtenText(data.text, data.entities?.urls ?? [], media?.url);
  const messageType = media
    ? media.type === "video"
      ? "VIDEO"
      : "IMAGE"
    : /^https?:\/\/\S+$/.test(text)
      ? "LINK"
      : undefined;
  const user = users[personId];
  return {
    platform: "TWITTER",
    accountId,
    id: `${kind}:${id}`,
    kind,
    personId,
    personUsername: user?.data?.username ?? user?.screen_name ?? null,
    text,
    occurredAt: created_timestamp,
    detail: {
      messageId: id,
      ...(messageType && kind === "MESSAGE" && { messageType }),
      ...(!isToUs && { note: "group" }),
    },
  };
}
