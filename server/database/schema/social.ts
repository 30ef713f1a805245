import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { products } from "./catalog.ts";
import {
  choice,
  createdAt,
  holds,
  id,
  moment,
  notNegative,
  oneOf,
  isRevision,
  revision,
  updatedAt,
} from "./columns.ts";

export const platforms = ["INSTAGRAM", "TWITTER", "FACEBOOK"] as const;

/** How an account came to us: the built-in platform, the provider's own pages, or a token typed by hand. */
export const connections = ["DEMO", "OAUTH", "MANUAL"] as const;

/** What keeps a connected account from working until somebody does something about it. */
export const accountProblems = [
  "UNCONFIRMED",
  "RECONNECT",
  "RESTRICTED",
  "MESSAGE_ACCESS_OFF",
  "NO_CREDITS",
  "PERMISSION_MISSING",
] as const;

/** A platform's own words about what went wrong, bounded and without tokens. */
export type ProviderErrorRow = { code: string | null; message: string };

export const socialAccounts = pgTable(
  "social_accounts",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    platform: choice("platform", platforms).notNull(),
    connection: choice("connection", connections).notNull(),
    /** As webhooks name it: the professional account on Instagram, the Page, the user on X. */
    platformUserId: text("platform_user_id").notNull(),
    /** As the provider's deauthorise and deletion callbacks name it (Instagram's app-scoped id). */
    appScopedId: text("app_scoped_id"),
    /** The Page that messages are sent through, for Instagram accounts connected by Facebook Login. */
    pageId: text("page_id"),
    username: text("username").notNull(),
    displayName: text("display_name"),
    profileImageUrl: text("profile_image_url"),
    /** Sealed with AES-256-GCM; never in any answer. */
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    tokenIssuedAt: moment("token_issued_at"),
    /** Null: it does not end by itself. */
    tokenExpiresAt: moment("token_expires_at"),
    /** The provider itself confirmed that this account is the creator's. Only then it receives events. */
    verified: boolean("verified").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    problem: choice("problem", accountProblems),
    /** What the platform said when a send raised the problem. */
    problemError: jsonb("problem_error").$type<ProviderErrorRow>(),
    /** When an app that is not ours last answered somebody in the account's name. */
    otherAppAt: moment("other_app_at"),
    /** Up to when messages that no webhook told of were read from the platform. */
    caughtUpAt: moment("caught_up_at"),
    /** Nothing is sent before: the provider asked for a rest. */
    pausedUntil: moment("paused_until"),
    /** The first automatic message of a conversation says that it is one, and how to stop. */
    disclosesAutomation: boolean("discloses_automation").notNull().default(true),
    webhookUrl: text("webhook_url"),
    lastEventAt: moment("last_event_at"),
    lastSentAt: moment("last_sent_at"),
    /** Counted up by a trigger with every change of the account's keywords and rules: compiled ones are kept by it. */
    rulesVersion: bigint("rules_version", { mode: "number" }).notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("social_accounts_owner_unique").on(t.id, t.userId),
    uniqueIndex("social_accounts_platform_user")
      .on(t.platform, t.platformUserId)
      .where(sql`verified`),
    index("social_accounts_user").on(t.userId),
    index("social_accounts_app_scoped").on(t.platform, t.appScopedId),
    oneOf("social_accounts_platform", t.platform, platforms),
    oneOf("social_accounts_connection", t.connection, connections),
    oneOf("social_accounts_problem", t.problem, accountProblems),
  ],
);

export const responseTypes = ["TEXT", "PRODUCT_LINK", "COURSE_LINK", "CUSTOM"] as const;
export const matchModes = ["EXACT", "STARTS_WITH", "WHOLE_WORD", "CONTAINS"] as const;
/** Where a reply's link leads; null: the page of a paid product, the checkout of a free one. */
export const linkTargets = ["PAGE", "CHECKOUT", "STORE", "LIST"] as const;

const linkColumns = {
  linkTarget: choice("link_target", linkTargets),
  /** Empty: by the kind of what it leads to. */
  buttonTitle: text("button_title").notNull().default(""),
  /** The code, not a reference: a coupon that was deleted is not carried, and one that comes back is again. */
  couponCode: text("coupon_code").notNull().default(""),
};

/** Where a keyword is looked for. */
export const keywordPlaces = ["DM", "STORY_REPLY", "COMMENT"] as const;

export const keywordResponses = pgTable(
  "keyword_responses",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    /** The first of `keywords`. */
    keyword: text("keyword").notNull(),
    /** As typed; any of them triggers the response. */
    keywords: text("keywords").array().notNull(),
    matchMode: choice("match_mode", matchModes).notNull().default("WHOLE_WORD"),
    /** A text with one of these is not answered. */
    excludedWords: text("excluded_words")
      .array()
      .notNull()
      .default(sql`'{}'`),
    places: text("places")
      .array()
      .notNull()
      .default(sql`'{DM,STORY_REPLY,COMMENT}'`)
      .$type<(typeof keywordPlaces)[number][]>(),
    /** Comments under this post alone, ahead of every response to any post; empty: anything in its places. */
    postId: text("post_id").notNull().default(""),
    /** One of these is also written under a comment. */
    publicReplies: text("public_replies")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whoever gets the reply is put on this list; empty: on none. */
    listName: text("list_name").notNull().default(""),
    notifiesOwner: boolean("notifies_owner").notNull().default(false),
    /** A tag of the creator's that the person gets. No reference: a deleted tag that is put back is given again. */
    tagId: uuid("tag_id"),
    responseType: choice("response_type", responseTypes).notNull().default("TEXT"),
    responseText: text("response_text").notNull(),
    productId: uuid("product_id"),
    ...linkColumns,
    isActive: boolean("is_active").notNull().default(true),
    /** Replies really sent. */
    triggerCount: integer("trigger_count").notNull().default(0),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("keyword_responses_revision", t.revision),
    unique("keyword_responses_owner_unique").on(t.id, t.userId),
    unique("keyword_responses_account_unique").on(t.id, t.socialAccountId),
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
    index("keyword_responses_account").on(t.socialAccountId),
    index("keyword_responses_product").on(t.productId),
    oneOf("keyword_responses_type", t.responseType, responseTypes),
    oneOf("keyword_responses_link_target", t.linkTarget, linkTargets),
    oneOf("keyword_responses_mode", t.matchMode, matchModes),
    holds("keyword_responses_places", sql`${t.places} <@ '{DM,STORY_REPLY,COMMENT}'::text[]`),
    holds("keyword_responses_keywords", sql`${t.keywords}[1] = ${t.keyword}`),
    notNegative("keyword_responses_count", t.triggerCount),
  ],
);

/** Every keyword of an account, folded as messages are: none stands there twice, but for different posts. */
export const responseKeywords = pgTable(
  "response_keywords",
  {
    socialAccountId: uuid("social_account_id").notNull(),
    /** Of a response for one post, after the post's id and a line break: see `keywordKeys`. */
    folded: text("folded").notNull(),
    keywordResponseId: uuid("keyword_response_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.socialAccountId, t.folded] }),
    foreignKey({
      columns: [t.keywordResponseId, t.socialAccountId],
      foreignColumns: [keywordResponses.id, keywordResponses.socialAccountId],
      name: "response_keywords_response_fk",
    }).onDelete("cascade"),
    index("response_keywords_response").on(t.keywordResponseId),
  ],
);

export const triggerTypes = [
  "KEYWORD",
  "FIRST_MESSAGE",
  "FOLLOW",
  "MENTION",
  "COMMENT",
  "STORY_REPLY",
] as const;
export const actionTypes = ["SEND_MESSAGE", "SEND_PRODUCT", "ADD_TO_LIST", "NOTIFY_OWNER"] as const;

/** What narrows a rule, and what else it does. Which of these count depends on the trigger and the action. */
export type RuleConditions = {
  /** KEYWORD, COMMENT, STORY_REPLY: one of these whole words must stand in the text; none: any text. */
  keywords?: string[];
  /** COMMENT: under this post alone. */
  postId?: string;
  /** COMMENT: one of these is also written under the comment. */
  publicReplies?: string[];
  /** Which list the person is put on, instead of a reply (ADD_TO_LIST) or beside it. */
  listName?: string;
  /** The owner is notified, beside the reply. */
  notifiesOwner?: boolean;
  /** A tag that the person gets, beside the reply or the list, or alone (ADD_TO_LIST). It may be deleted by now. */
  tagId?: string;
};

export const automationRules = pgTable(
  "automation_rules",
  {
    id: id(),
    userId: uuid("user_id").notNull(),
    socialAccountId: uuid("social_account_id").notNull(),
    ruleName: text("rule_name").notNull(),
    triggerType: choice("trigger_type", triggerTypes).notNull(),
    actionType: choice("action_type", actionTypes).notNull(),
    conditions: jsonb("conditions").notNull().default({}).$type<RuleConditions>(),
    responseTemplate: text("response_template").notNull().default(""),
    /** What SEND_PRODUCT sends a link to. */
    productId: uuid("product_id"),
    ...linkColumns,
    isActive: boolean("is_active").notNull().default(true),
    /** Messages really sent, people listed, owners told. */
    executionCount: integer("execution_count").notNull().default(0),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("automation_rules_revision", t.revision),
    unique("automation_rules_owner_unique").on(t.id, t.userId),
    foreignKey({
      columns: [t.socialAccountId, t.userId],
      foreignColumns: [socialAccounts.id, socialAccounts.userId],
      name: "automation_rules_account_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.userId],
      foreignColumns: [products.id, products.ownerId],
      name: "automation_rules_product_fk",
    }),
    index("automation_rules_account").on(t.socialAccountId),
    index("automation_rules_product").on(t.productId),
    oneOf("automation_rules_trigger", t.triggerType, triggerTypes),
    oneOf("automation_rules_link_target", t.linkTarget, linkTargets),
    oneOf("automation_rules_action", t.actionType, actionTypes),
    // A follower has not written: no platform allows a message.
    holds(
      "automation_rules_follow",
      sql`${t.triggerType} <> 'FOLLOW' or ${t.actionType} in ('ADD_TO_LIST', 'NOTIFY_OWNER')`,
    ),
    holds("automation_rules_product", sql`(${t.actionType} = 'SEND_PRODUCT') = (${t.productId} is not null)`),
    notNegative("automation_rules_count", t.executionCount),
  ],
);
