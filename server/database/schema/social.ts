import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { choice, createdAt, id, moment, notNegative, oneOf, updatedAt } from "./columns.ts";

export const platforms = ["INSTAGRAM", "TWITTER", "FACEBOOK"] as const;

export const socialAccounts = pgTable(
  "social_accounts",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    platform: choice("platform", platforms).notNull(),
    platformUserId: text("platform_user_id").notNull(),
    username: text("username").notNull(),
    displayName: text("display_name"),
    profileImageUrl: text("profile_image_url"),
    /** Sealed with AES-256-GCM; never in any answer. */
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    tokenExpiresAt: moment("token_expires_at"),
    /** The provider itself confirmed that this account is the creator's. Only then it receives events. */
    verified: boolean("verified").notNull().default(false),
    demo: boolean("demo").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    webhookUrl: text("webhook_url"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("social_accounts_owner_unique").on(t.id, t.userId),
    uniqueIndex("social_accounts_platform_user")
      .on(t.platform, t.platformUserId)
      .where(sql`verified`),
    index("social_accounts_user").on(t.userId),
    oneOf("social_accounts_platform", t.platform, platforms),
  ],
);

export const responseTypes = ["TEXT", "PRODUCT_LINK", "COURSE_LINK", "CUSTOM"] as const;

export const keywordResponses = pgTable(
  "keyword_responses",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    keyword: text("keyword").notNull(),
    responseType: choice("response_type", responseTypes).notNull().default("TEXT"),
    responseText: text("response_text").notNull(),
    productId: uuid("product_id"),
    isActive: boolean("is_active").notNull().default(true),
    triggerCount: integer("trigger_count").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("keyword_responses_owner_unique").on(t.id, t.userId),
    foreignKey({
      columns: [t.socialAccountId, t.userId],
      foreignColumns: [socialAccounts.id, socialAccounts.userId],
      name: "keyword_responses_account_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.userId],
      foreignColumns: [products.id, products.ownerId],
      name: "keyword_responses_product_fk",
    }),
    uniqueIndex("keyword_responses_keyword").on(t.socialAccountId, sql`lower(${t.keyword})`),
    oneOf("keyword_responses_type", t.responseType, responseTypes),
    notNegative("keyword_responses_count", t.triggerCount),
  ],
);

export const dmConversations = pgTable(
  "dm_conversations",
  {
    id: id(),
    socialAccountId: uuid("social_account_id")
      .notNull()
      .references(() => socialAccounts.id, { onDelete: "cascade" }),
    platformConversationId: text("platform_conversation_id").notNull(),
    participantId: text("participant_id").notNull(),
    participantUsername: text("participant_username"),
    participantDisplayName: text("participant_display_name"),
    lastMessageAt: moment("last_message_at"),
    isActive: boolean("is_active").notNull().default(true),
    hasUnread: boolean("has_unread").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("dm_conversations_platform").on(t.socialAccountId, t.platformConversationId),
    index("dm_conversations_recent").on(t.socialAccountId, t.lastMessageAt),
  ],
);

export const messageTypes = ["TEXT", "IMAGE", "VIDEO", "LINK"] as const;

export const dmMessages = pgTable(
  "dm_messages",
  {
    id: id(),
    conversationId: uuid("conversation_id")
      .notNull()
      .references(() => dmConversations.id, { onDelete: "cascade" }),
    platformMessageId: text("platform_message_id").notNull(),
    senderId: text("sender_id").notNull(),
    messageText: text("message_text").notNull().default(""),
    messageType: choice("message_type", messageTypes).notNull().default("TEXT"),
    isFromBot: boolean("is_from_bot").notNull().default(false),
    triggeredKeywordId: uuid("triggered_keyword_id").references(() => keywordResponses.id, {
      onDelete: "set null",
    }),
    platformCreatedAt: moment("platform_created_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("dm_messages_platform").on(t.conversationId, t.platformMessageId),
    index("dm_messages_thread").on(t.conversationId, t.platformCreatedAt),
    oneOf("dm_messages_type", t.messageType, messageTypes),
  ],
);

export const triggerTypes = ["KEYWORD", "FIRST_MESSAGE", "FOLLOW", "MENTION"] as const;
export const actionTypes = ["SEND_MESSAGE", "SEND_PRODUCT", "ADD_TO_LIST", "NOTIFY_OWNER"] as const;

export const automationRules = pgTable(
  "automation_rules",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    ruleName: text("rule_name").notNull(),
    triggerType: choice("trigger_type", triggerTypes).notNull(),
    actionType: choice("action_type", actionTypes).notNull(),
    conditions: jsonb("conditions").notNull().default({}).$type<Record<string, unknown>>(),
    responseTemplate: text("response_template").notNull().default(""),
    isActive: boolean("is_active").notNull().default(true),
    executionCount: integer("execution_count").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("automation_rules_owner_unique").on(t.id, t.userId),
    foreignKey({
      columns: [t.socialAccountId, t.userId],
      foreignColumns: [socialAccounts.id, socialAccounts.userId],
      name: "automation_rules_account_fk",
    }).onDelete("cascade"),
    oneOf("automation_rules_trigger", t.triggerType, triggerTypes),
    oneOf("automation_rules_action", t.actionType, actionTypes),
  ],
);
