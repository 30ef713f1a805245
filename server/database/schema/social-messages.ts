import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, id, moment, notNegative, oneOf } from "./columns.ts";
import { platforms, type ProviderErrorRow, socialAccounts } from "./social.ts";

export const dmConversations = pgTable(
  "dm_conversations",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    platformConversationId: text("platform_conversation_id").notNull(),
    participantId: text("participant_id").notNull(),
    participantUsername: text("participant_username"),
    participantDisplayName: text("participant_display_name"),
    /** When the platform was asked for these names; not every message brings them along. */
    profileAskedAt: moment("profile_asked_at"),
    lastMessageAt: moment("last_message_at"),
    /** When the person last wrote to us: replies by program are allowed for 24 hours from then. */
    lastInboundAt: moment("last_inbound_at"),
    /** They came by an ad that opens a message: the platform lets us write until then, however long they are silent. */
    adOpenUntil: moment("ad_open_until"),
    /** The creator lets messages be answered by themselves here. */
    isActive: boolean("is_active").notNull().default(true),
    /** Nothing is answered by itself before: the creator has answered by hand. */
    pausedUntil: moment("paused_until"),
    /** The person wrote STOP, and has not written START since. */
    optedOutAt: moment("opted_out_at"),
    /** The person asked for a human, and nobody has answered them by hand since. */
    needsYouAt: moment("needs_you_at"),
    hasUnread: boolean("has_unread").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    unique("dm_conversations_owner_unique").on(t.id, t.userId),
    foreignKey({
      columns: [t.socialAccountId, t.userId],
      foreignColumns: [socialAccounts.id, socialAccounts.userId],
      name: "dm_conversations_account_fk",
    }).onDelete("cascade"),
    uniqueIndex("dm_conversations_platform").on(t.socialAccountId, t.platformConversationId),
    uniqueIndex("dm_conversations_participant").on(t.socialAccountId, t.participantId),
    index("dm_conversations_recent").on(t.userId, t.lastMessageAt),
    index("dm_conversations_nameless")
      .on(t.lastInboundAt)
      .where(
        sql`participant_username is null and participant_display_name is null and profile_asked_at is null`,
      ),
  ],
);

export const messageTypes = ["TEXT", "IMAGE", "VIDEO", "LINK"] as const;

/** Both sides of a conversation, as the creator sees it. A message is ours where its sender is the account itself. */
export const dmMessages = pgTable(
  "dm_messages",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    conversationId: uuid("conversation_id").notNull(),
    /** `send:<id of social_sends>` until the platform has named it. */
    platformMessageId: text("platform_message_id").notNull(),
    senderId: text("sender_id").notNull(),
    messageText: text("message_text").notNull().default(""),
    messageType: choice("message_type", messageTypes).notNull().default("TEXT"),
    isFromBot: boolean("is_from_bot").notNull().default(false),
    /** No reference, as in `social_events`. */
    triggeredKeywordId: uuid("triggered_keyword_id"),
    platformCreatedAt: moment("platform_created_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.conversationId, t.userId],
      foreignColumns: [dmConversations.id, dmConversations.userId],
      name: "dm_messages_conversation_fk",
    }).onDelete("cascade"),
    uniqueIndex("dm_messages_platform").on(t.conversationId, t.platformMessageId),
    index("dm_messages_thread").on(t.conversationId, t.platformCreatedAt),
    index("dm_messages_keyword").on(t.triggeredKeywordId),
    oneOf("dm_messages_type", t.messageType, messageTypes),
  ],
);

/** What a platform told us. All but the first five are never answered. */
export const eventKinds = [
  "MESSAGE",
  "STORY_REPLY",
  "COMMENT",
  "MENTION",
  "FOLLOW",
  "ECHO",
  "DELETION",
  "OTHER",
] as const;

/**
 * How an event ended. Null until it is decided; QUEUED while its answer is on the way, which ends in SENT, SEND_FAILED or
 * SEND_UNKNOWN. Everything else is final at once.
 */
export const eventOutcomes = [
  "QUEUED",
  "SENT",
  "SEND_FAILED",
  "SEND_UNKNOWN",
  "LISTED",
  "OWNER_NOTIFIED",
  "OPTED_OUT",
  "OPTED_IN",
  "NO_MATCH",
  "NO_TEXT",
  "ACCOUNT_OFF",
  "CONVERSATION_OFF",
  "CREATOR_ANSWERS",
  "PERSON_OPTED_OUT",
  "WINDOW_CLOSED",
  "PLAN_LIMIT",
  "HOURLY_LIMIT",
  "COOLDOWN",
  "NOT_ALLOWED",
  "ENCRYPTED",
  "OWN_MESSAGE",
  "DELETED",
  "UNSUPPORTED",
  "HANDED_OVER",
  "OTHER_APP",
] as const;

/** The inbox: every event of every platform in one shape, once for ever, with what became of it. */
export const socialEvents = pgTable(
  "social_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    kind: choice("kind", eventKinds).notNull(),
    /** Unique on its account: the platform's message, comment or event id after the kind. */
    platformEventId: text("platform_event_id").notNull(),
    /** The person; for an echo the person it was written to. */
    personId: text("person_id").notNull(),
    personUsername: text("person_username"),
    text: text("text").notNull().default(""),
    /** What else the platform said: see `InboundEvent` in platforms/. */
    detail: jsonb("detail").notNull().default({}).$type<Record<string, string>>(),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    outcome: choice("outcome", eventOutcomes),
    /** More than the outcome says by itself, in words for the creator. */
    outcomeDetail: text("outcome_detail"),
    conversationId: uuid("conversation_id").references(() => dmConversations.id, { onDelete: "set null" }),
    messageId: uuid("message_id").references(() => dmMessages.id, { onDelete: "set null" }),
    /**
     * What answered, for good, also once that is deleted: readers join it. A foreign key would have to take its name from each
     * of a hundred thousand rows in the transaction of its deletion, and give it back when that is undone.
     */
    keywordResponseId: uuid("keyword_response_id"),
    automationRuleId: uuid("automation_rule_id"),
    /** Lists that the person was put on, beside a reply or without one. */
    listedIn: text("listed_in").array(),
    /** The response or rule that notified the owner. */
    notifiedBy: uuid("notified_by"),
    /** Tags that the person got, by id; readers join those that are left. */
    taggedWith: uuid("tagged_with").array(),
    decidedAt: moment("decided_at"),
  },
  (t) => [
    foreignKey({
      columns: [t.socialAccountId, t.userId],
      foreignColumns: [socialAccounts.id, socialAccounts.userId],
      name: "social_events_account_fk",
    }).onDelete("cascade"),
    uniqueIndex("social_events_once").on(t.socialAccountId, t.platformEventId),
    index("social_events_open")
      .on(t.userId, t.id)
      .where(sql`outcome is null`),
    index("social_events_recent").on(t.userId, t.receivedAt),
    index("social_events_conversation").on(t.conversationId),
    index("social_events_message").on(t.messageId),
    index("social_events_response").on(t.keywordResponseId, t.personId),
    index("social_events_rule").on(t.automationRuleId, t.personId),
    // How many people got the same text from another program.
    index("social_events_echo_texts")
      .on(t.socialAccountId, sql`md5(text)`)
      .where(sql`kind = 'ECHO'`),
    index("social_events_notified")
      .on(t.notifiedBy, t.personId)
      .where(sql`notified_by is not null`),
    oneOf("social_events_kind", t.kind, eventKinds),
    oneOf("social_events_outcome", t.outcome, eventOutcomes),
  ],
);

/**
 * CART: of a checkout that was left, to whom a reply had led there. CONFIRMATION: the one answer to STOP, START or a word
 * for a person.
 */
export const sendPurposes = ["REPLY", "PUBLIC_REPLY", "BY_HAND", "CART", "CONFIRMATION"] as const;
export const sendStates = ["QUEUED", "SENDING", "SENT", "FAILED", "UNKNOWN"] as const;

/**
 * The outbox: at most one reply and one public reply for an event. SENDING is committed before the platform is called;
 * what is not known after that is UNKNOWN, and is never sent again.
 */
export const socialSends = pgTable(
  "social_sends",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    platform: choice("platform", platforms).notNull(),
    purpose: choice("purpose", sendPurposes).notNull(),
    /** Null for what a creator wrote by hand, and what is said of a cart. */
    eventId: bigint("event_id", { mode: "number" }).references(() => socialEvents.id, {
      onDelete: "cascade",
    }),
    conversationId: uuid("conversation_id").references(() => dmConversations.id, { onDelete: "cascade" }),
    messageId: uuid("message_id").references(() => dmMessages.id, { onDelete: "set null" }),
    recipientId: text("recipient_id").notNull(),
    /** A private or public answer to this comment. */
    commentId: text("comment_id"),
    /** Of a comment under a live video: it goes first, and not at all once the video is over. */
    isLive: boolean("is_live").notNull().default(false),
    text: text("text").notNull(),
    button: jsonb("button").$type<{ title: string; url: string } | null>(),
    state: choice("state", sendStates).notNull().default("QUEUED"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    claimedAt: moment("claimed_at"),
    sentAt: moment("sent_at"),
    providerMessageId: text("provider_message_id"),
    failure: text("failure"),
    /** What the platform itself said of a send that did not arrive. */
    providerError: jsonb("provider_error").$type<ProviderErrorRow>(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.socialAccountId, t.userId],
      foreignColumns: [socialAccounts.id, socialAccounts.userId],
      name: "social_sends_account_fk",
    }).onDelete("cascade"),
    uniqueIndex("social_sends_once").on(t.eventId, t.purpose),
    index("social_sends_due")
      .on(t.socialAccountId, t.dueAt)
      .where(sql`state = 'QUEUED'`),
    // What may go while the limit for private answers to comments is used up.
    index("social_sends_direct")
      .on(t.socialAccountId, t.dueAt)
      .where(sql`state = 'QUEUED' and comment_id is null`),
    index("social_sends_live")
      .on(t.socialAccountId, t.dueAt)
      .where(sql`state = 'QUEUED' and is_live`),
    index("social_sends_sending")
      .on(t.claimedAt)
      .where(sql`state = 'SENDING'`),
    index("social_sends_unknown")
      .on(t.claimedAt)
      .where(sql`state = 'UNKNOWN'`),
    // What counts against a platform's limits: everything that was tried.
    index("social_sends_account_rate").on(t.socialAccountId, t.claimedAt),
    index("social_sends_platform_rate").on(t.platform, t.claimedAt),
    index("social_sends_conversation").on(t.conversationId, t.createdAt),
    index("social_sends_message").on(t.messageId),
    oneOf("social_sends_platform", t.platform, platforms),
    oneOf("social_sends_purpose", t.purpose, sendPurposes),
    oneOf("social_sends_state", t.state, sendStates),
  ],
);

/** Automatic replies of a creator in a calendar month (UTC; its first day): what the Starter plan limits. */
export const replyUsage = pgTable(
  "reply_usage",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    month: date("month").notNull(),
    replies: integer("replies").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] }), notNegative("reply_usage_replies", t.replies)],
);
