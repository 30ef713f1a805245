import { z } from "zod";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import { GraphId } from "./graph-json.ts";
import { cleanText, momentOf, type Source } from "./webhook-values.ts";

/** How a conversation was opened. An advertised one stands beside the first message, in it, or in the tap that began it. */
const Referral = z
  .looseObject({ source: z.string().optional(), ad_id: z.unknown().optional() })
  .optional()
  .catch(undefined);

const Message = z.looseObject({
  mid: GraphId,
  text: z.string().optional(),
  is_echo: z.boolean().optional(),
  is_self: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
  is_unsupported: z.boolean().optional(),
  metadata: z.string().optional().catch(undefined),
  app_id: GraphId.optional().catch(undefined),
  referral: Referral,
  reply_to: z.looseObject({ story: z.unknown().optional() }).optional().catch(undefined),
  attachments: z
    .array(z.looseObject({ type: z.string() }))
    .optional()
    .catch(undefined),
});
type Message = z.infer<typeof Message>;

const Item = z.looseObject({
  sender: z.looseObject({ id: GraphId }),
  recipient: z.looseObject({ id: GraphId }),
  timestamp: z.number().optional().catch(undefined),
  message: Message.optional(),
  referral: Referral,
  postback: z
    .looseObject({
      mid: GraphId.optional(),
      title: z.string().optional(),
      payload: z.string().optional(),
      referral: Referral,
    })
    .optional(),
});

const messageTypes: Record<string, "IMAGE" | "VIDEO" | "LINK" | undefined> = {
  image: "IMAGE",
  video: "VIDEO",
  reel: "VIDEO",
  ig_reel: "VIDEO",
  template: "LINK",
  share: "LINK",
  ig_post: "LINK",
  story: "LINK",
  ig_story: "LINK",
  media: "LINK",
  audio: "LINK",
  file: "LINK",
};

/** An item of `messaging`; undefined for what is only seen, liked, delivered, edited or opened. */
export function readMessaging(source: Source, item: unknown): InboundEvent | undefined {
  const parsed = Item.safeParse(item);
  if (!parsed.success) return undefined;
  const { sender, recipient, timestamp, message, postback, referral } = parsed.data;
  const isFromAd = [referral, message?.referral, postback?.referral].some(
    (one) => one?.source?.toUpperCase() === "ADS" || one?.ad_id !== undefined,
  );
  const occurredAt = momentOf(timestamp) ?? source.at;
  const { platform, accountId, isStandby = false } = source;
  const isOwn = sender.id === accountId && recipient.id !== accountId;
  const common = {
    platform,
    accountId,
    personId: isOwn ? recipient.id : sender.id,
    personUsername: null,
    occurredAt,
  };
  if (postback) {
    // A tap is answered as if its title had been typed. Messenger did not always name it.
    const mid = postback.mid ?? `${sender.id}:${occurredAt.getTime()}`;
    const text = cleanText(postback.title ?? postback.payload ?? "");
    const detail = { messageId: mid, ...(isStandby && passive), ...(isFromAd && { ad: "true" }) };
    return { ...common, id: `message:${mid}`, kind: "MESSAGE", text, detail };
  }
  const event = message && readMessage({ ...common, isOwn }, message, source);
  if (event?.kind !== "MESSAGE" || !isFromAd) return event;
  return { ...event, detail: { ...event.detail, ad: "true" } };
}

const passive = { standby: "yes" } as const;

/** What people write by hand in Meta's own inboxes comes from these apps: of Pages, of Instagram. */
const inboxAppIds = ["263902037430900", "1217981644879628"];

function senderOf({ app_id: appId }: Message, { ownAppIds, isStandby }: Source) {
  if (appId === undefined) return isStandby ? "OTHER_APP" : undefined;
  if (ownAppIds.includes(appId)) return "OUR_APP";
  return inboxAppIds.includes(appId) ? "INBOX" : "OTHER_APP";
}

type Common = Omit<InboundEvent, "id" | "kind" | "text" | "detail"> & { isOwn: boolean };

function readMessage({ isOwn, ...common }: Common, message: Message, source: Source): InboundEvent {
  const { mid, metadata, attachments = [] } = message;
  const text = cleanText(message.text ?? "");
  const messageType = text === "" ? messageTypes[attachments[0]?.type ?? ""] : undefined;
  const detail = { messageId: mid, ...(messageType && { messageType }), ...(source.isStandby && passive) };
  if (message.is_deleted)
    return { ...common, id: `deletion:${mid}`, kind: "DELETION", text: "", detail: { messageId: mid } };
  // A message to oneself is flagged as an echo, too, and is nobody's.
  if ((message.is_echo || isOwn) && !message.is_self) {
    const sentBy = senderOf(message, source);
    return {
      ...common,
      id: `echo:${mid}`,
      kind: "ECHO",
      text,
      detail: { ...detail, ...(metadata !== undefined && { metadata }), ...(sentBy && { sentBy }) },
    };
  }
  const id = `message:${mid}`;
  if (message.is_unsupported || (text === "" && attachments.length === 0))
    return { ...common, id, kind: "OTHER", text: "", detail: { messageId: mid, note: "unsupported" } };
  if (attachments.some(({ type }) => type === "story_mention"))
    return { ...common, id, kind: "MENTION", text, detail };
  if (message.reply_to?.story) return { ...common, id, kind: "STORY_REPLY", text, detail };
  return { ...common, id, kind: "MESSAGE", text, detail };
}
