import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forSupport } from "#contract/team/roles.ts";
import { replyText } from "./placeholders.ts";
import { EventKind, EventOutcome, Platform, ProviderError } from "./social-accounts.ts";
import { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { Id, IdempotencyKey, Timestamp } from "#contract/values.ts";

const tags = ["Conversations"];
const id = z.object({ id: Id });
const Delivery = z.enum(["QUEUED", "SENDING", "SENT", "FAILED", "UNKNOWN"]);
const MessageType = z.enum(["TEXT", "IMAGE", "VIDEO", "LINK"]);

export const Conversation = z.object({
  id: Id,
  socialAccountId: Id,
  platformConversationId: z.string(),
  participantId: z.string(),
  account: z.object({ id: Id, platform: Platform, username: z.string() }),
  participantUsername: z.string().nullable(),
  participantDisplayName: z.string().nullable(),
  lastMessageAt: Timestamp.nullable(),
  /** Null: there is no message, or none is left. */
  lastMessage: z
    .object({
      text: z.string(),
      messageType: MessageType,
      isOutgoing: z.boolean(),
      kind: EventKind.nullable(),
      outcome: EventOutcome.nullable(),
    })
    .nullable(),
  hasUnread: z.boolean(),
  /** Tags that responses and rules gave the person. */
  tags: z.array(TagOfPerson),
  /** Automation is on here. */
  isActive: z.boolean(),
  /** The creator answered by hand: nothing is answered by itself before. */
  pausedUntil: Timestamp.nullable(),
  optedOutAt: Timestamp.nullable(),
  /** The person asked for a human then, and has had no answer by hand since. */
  needsYouAt: Timestamp.nullable(),
  /** Until when the platform lets us write, or let us; null: it sets no end, or the person has never written. */
  windowClosesAt: Timestamp.nullable(),
  /** Why the creator cannot write here now, in plain words; null: they can. */
  refusal: z.object({ code: z.enum(["WINDOW_CLOSED", "ACCOUNT_PROBLEM"]), message: z.string() }).nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

export const listNewestConversations = endpoint({
  method: "GET",
  url: "/api/dm-conversations",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The creator's 50 newest conversations; `/api/dm-conversation-pages` has all of them",
    querystring: z.object({ accountId: Id.optional() }),
    response: { 200: z.array(Conversation) },
  },
});

export const listDmConversations = endpoint({
  method: "GET",
  url: "/api/dm-conversation-pages",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The creator's conversations, newest first, 50 a page",
    querystring: z.object({
      accountId: Id.optional(),
      /** In names and in the text of messages. */
      search: z.string().trim().max(200).optional(),
      /** The last page's `nextCursor`. */
      cursor: z.string().max(100).optional(),
    }),
    response: {
      200: z.object({
        conversations: z.array(Conversation),
        nextCursor: z.string().nullable(),
        total: z.int(),
      }),
    },
  },
});

export const getDmConversation = endpoint({
  method: "GET",
  url: "/api/dm-conversations/:id",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "One of the creator's conversations",
    params: id,
    response: { 200: Conversation },
  },
});

export const DmMessage = z.object({
  id: Id,
  conversationId: Id,
  platformMessageId: z.string(),
  senderId: z.string(),
  text: z.string(),
  /** The same as `text`. */
  messageText: z.string(),
  messageType: MessageType,
  /** Sent by the program; a creator's own message is outgoing and not from the bot. */
  isFromBot: z.boolean(),
  isOutgoing: z.boolean(),
  /** Another app wrote it in the account's name. */
  isFromOtherApp: z.boolean(),
  button: z.object({ title: z.string(), url: z.string() }).nullable(),
  /** Of outgoing ones. */
  delivery: Delivery.nullable(),
  failure: z.string().nullable(),
  /** What the platform itself said of one that did not arrive, or may not have. */
  providerError: ProviderError.nullable(),
  /** Of inbound ones: what came of it and why. */
  kind: EventKind.nullable(),
  outcome: EventOutcome.nullable(),
  /** More than the outcome says by itself: words that follow its sentence, with moments as ISO text. */
  outcomeDetail: z.string().nullable(),
  /** Lists that the person was put on. */
  listedIn: z.array(z.string()),
  /** Tags that the person got. */
  taggedWith: z.array(z.string()),
  ownerNotified: z.boolean(),
  keyword: z.string().nullable(),
  ruleName: z.string().nullable(),
  /** Of a comment: what was also written under it for everybody. */
  publicReply: z
    .object({
      text: z.string(),
      delivery: Delivery,
      failure: z.string().nullable(),
      providerError: ProviderError.nullable(),
    })
    .nullable(),
  /** The keyword response that it triggered or that it came from. */
  triggeredKeywordId: Id.nullable(),
  at: Timestamp,
  /** The same as `at`. */
  platformCreatedAt: Timestamp,
});
export type DmMessage = z.infer<typeof DmMessage>;

export const listDmMessages = endpoint({
  method: "GET",
  url: "/api/dm-messages",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "A conversation's messages, oldest first: the newest 100, or those before the message `before`",
    querystring: z.object({ conversationId: Id, before: Id.optional() }),
    response: { 200: z.array(DmMessage) },
  },
});

export const updateDmConversation = endpoint({
  method: "PATCH",
  url: "/api/dm-conversations/:id",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 240, seconds: 60 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary: "Switch automation on or off in a conversation, end its pause, or mark it read",
    params: id,
    body: z.object({
      isActive: z.boolean().optional(),
      /** Only null: answer by itself again. */
      pausedUntil: z.null().optional(),
      /** Only null: it is dealt with. */
      needsYouAt: z.null().optional(),
      hasUnread: z.literal(false).optional(),
    }),
    response: { 200: Conversation },
  },
});

export const untagDmConversation = endpoint({
  method: "DELETE",
  url: "/api/dm-conversations/:id/tags/:tagId",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary:
      "Take a tag from a conversation's person. A customer who bought through its links and was given it already keeps it",
    params: z.object({ id: Id, tagId: Id }),
    response: { 200: Conversation },
  },
});

export const sendDmMessage = endpoint({
  method: "POST",
  url: "/api/dm-conversations/:id/messages",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 60, seconds: 60 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary:
      "Answer by hand: automation rests here for 24 hours. Outside the platform's window it is 409 WINDOW_CLOSED. The same `idempotencyKey` again answers the same message and sends nothing",
    params: id,
    body: z.object({
      idempotencyKey: IdempotencyKey,
      text: replyText(1_000, "Message is required"),
    }),
    response: { 201: DmMessage },
  },
});

/** Everything that came in, with its outcome: also what has no conversation, such as a follow. */
export const SocialEvent = z.object({
  id: z.int(),
  account: z.object({ id: Id, platform: Platform, username: z.string() }),
  kind: EventKind,
  username: z.string().nullable(),
  text: z.string(),
  outcome: EventOutcome.nullable(),
  outcomeDetail: z.string().nullable(),
  /** Lists that the person was put on. */
  listedIn: z.array(z.string()),
  /** Tags that the person got. */
  taggedWith: z.array(z.string()),
  ownerNotified: z.boolean(),
  keyword: z.string().nullable(),
  ruleName: z.string().nullable(),
  conversationId: Id.nullable(),
  receivedAt: Timestamp,
});
export type SocialEvent = z.infer<typeof SocialEvent>;

export const listSocialEvents = endpoint({
  method: "GET",
  url: "/api/social/events",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The newest 100 events of the creator's accounts, with what came of each",
    querystring: z.object({
      accountId: Id.optional(),
      before: z.coerce.number().int().positive().optional(),
    }),
    response: { 200: z.array(SocialEvent) },
  },
});
