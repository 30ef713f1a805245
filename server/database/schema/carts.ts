import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { RichDocument } from "#contract/document/document.ts";
import { users } from "./accounts.ts";
import { products, renewalIntervals } from "./catalog.ts";
import { checkoutDrafts } from "./checkout.ts";
import {
  choice,
  createdAt,
  holds,
  id,
  isPrice,
  isRevision,
  moment,
  notNegative,
  oneOf,
  revision,
  updatedAt,
} from "./columns.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { orders } from "./orders.ts";
import { dmConversations, socialSends } from "./social-messages.ts";

/** One mail of a sequence: `CartStep` of the contract, or with plain text in `body` of before its text was a document. */
export type StoredCartStep = {
  delayMinutes: number;
  subject: string;
  content?: RichDocument;
  body?: string;
  couponPercent: number | null;
};

export type StoredCartDraft = { steps: StoredCartStep[]; dmText: string | null };

export const cartKinds = ["LEFT", "FAILED"] as const;
/** BOUGHT: paid for without any mail. RECOVERED: after one, or the creator says so. EXPIRED: its 30 days are over. */
export const cartOutcomes = ["RECOVERED", "BOUGHT", "EXPIRED"] as const;
export const cartRecoveries = ["LINK", "NEAR", "HAND"] as const;

/**
 * A checkout that somebody has acted in and given an address to: OPEN while nothing but time has passed, abandoned once an
 * hour went by without a change. One that is not over for each mailbox and product; a later checkout changes it.
 */
export const abandonedCarts = pgTable(
  "abandoned_carts",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: uuid("product_id").notNull(),
    email: text("email").notNull(),
    /** Whose mailbox it is, however the address is written. */
    mailbox: text("mailbox")
      .notNull()
      .generatedAlwaysAs(sql.raw(mailboxOf('"email"'))),
    /** As it was typed: hostile, wherever it is said. */
    customerName: text("customer_name").notNull().default(""),
    kind: choice("kind", cartKinds).notNull().default("LEFT"),
    /** What was in it cost, without shipping; of the product alone until it is abandoned. */
    priceCents: integer("price_cents").notNull(),
    /** The same without its coupon; null where there is none, or it was left before this was kept. */
    plainPriceCents: integer("plain_price_cents"),
    currency: text("currency").notNull(),
    orderBumps: uuid("order_bumps")
      .array()
      .notNull()
      .default(sql`'{}'`),
    couponCode: text("coupon_code").notNull().default(""),
    affiliateCode: text("affiliate_code").notNull().default(""),
    billingInterval: choice("billing_interval", renewalIntervals),
    amountCents: integer("amount_cents"),
    /** The browser that it is open in, by its cookie for drafts; forgotten once it is abandoned. */
    draftHash: text("draft_hash"),
    /** Of the browser, as IANA names it; null: it did not say. */
    timeZone: text("time_zone"),
    /** Whose reply in messages led to this checkout. */
    conversationId: uuid("conversation_id").references(() => dmConversations.id, { onDelete: "set null" }),
    /** The last change. */
    leftAt: moment("left_at").notNull(),
    /** Null while it is open. */
    abandonedAt: moment("abandoned_at"),
    expiresAt: moment("expires_at").notNull(),
    recoveryEmailsSent: integer("recovery_emails_sent").notNull().default(0),
    lastEmailSent: moment("last_email_sent"),
    /** The message that was sent in the place of its first mail. */
    dmSentAt: moment("dm_sent_at"),
    /** The step of its sequence that comes next, and when; null: none does. */
    nextStep: integer("next_step").notNull().default(0),
    nextMailAt: moment("next_mail_at"),
    /** Why its sequence has ended before its last mail. */
    stopped: text("stopped"),
    /** The single-use code that its mails name. */
    madeCode: text("made_code"),
    codeMadeAt: moment("code_made_at"),
    outcome: choice("outcome", cartOutcomes),
    recovered: boolean("recovered")
      .notNull()
      .generatedAlwaysAs(sql`outcome is not distinct from 'RECOVERED'`),
    recoveredBy: choice("recovered_by", cartRecoveries),
    recoveredOrderId: uuid("recovered_order_id").references(() => orders.id, { onDelete: "set null" }),
    recoveredAt: moment("recovered_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "abandoned_carts_product_fk",
    }).onDelete("cascade"),
    uniqueIndex("abandoned_carts_one")
      .on(t.ownerId, t.mailbox, t.productId)
      .where(sql`outcome is null`),
    index("abandoned_carts_newest")
      .on(t.ownerId, t.abandonedAt, t.id)
      .where(sql`abandoned_at is not null and outcome is distinct from 'BOUGHT'`),
    index("abandoned_carts_recovered")
      .on(t.ownerId, t.abandonedAt, t.id)
      .where(sql`recovered`),
    index("abandoned_carts_mailed")
      .on(t.ownerId, t.abandonedAt, t.id)
      .where(sql`recovery_emails_sent > 0`),
    index("abandoned_carts_open")
      .on(t.leftAt)
      .where(sql`abandoned_at is null`),
    index("abandoned_carts_browser")
      .on(t.draftHash)
      .where(sql`draft_hash is not null`),
    index("abandoned_carts_expiry")
      .on(t.expiresAt)
      .where(sql`outcome is null`),
    index("abandoned_carts_age").on(t.leftAt),
    index("abandoned_carts_product").on(t.productId, t.ownerId),
    index("abandoned_carts_email").on(sql`lower(${t.email})`),
    index("abandoned_carts_order").on(t.recoveredOrderId),
    index("abandoned_carts_conversation").on(t.conversationId),
    index("abandoned_carts_due")
      .on(t.nextMailAt)
      .where(sql`next_mail_at is not null`),
    index("abandoned_carts_waiting")
      .on(t.ownerId, t.kind)
      .where(sql`next_mail_at is not null`),
    index("abandoned_carts_codes")
      .on(t.ownerId, t.mailbox, t.codeMadeAt)
      .where(sql`code_made_at is not null`),
    // What is over gets no mail, whoever forgets it.
    holds(
      "abandoned_carts_silent",
      sql`${t.nextMailAt} is null or (${t.outcome} is null and ${t.stopped} is null and ${t.abandonedAt} is not null)`,
    ),
    oneOf("abandoned_carts_kind", t.kind, cartKinds),
    oneOf("abandoned_carts_outcome", t.outcome, cartOutcomes),
    oneOf("abandoned_carts_recovered_by", t.recoveredBy, cartRecoveries),
    oneOf("abandoned_carts_interval", t.billingInterval, renewalIntervals),
    notNegative("abandoned_carts_price", t.priceCents),
    notNegative("abandoned_carts_plain_price", t.plainPriceCents),
    notNegative("abandoned_carts_sent", t.recoveryEmailsSent),
    isPrice("abandoned_carts_amount", t.amountCents),
    holds("abandoned_carts_forgotten", sql`${t.abandonedAt} is null or ${t.draftHash} is null`),
    holds(
      "abandoned_carts_recovery",
      sql`(${t.outcome} is not distinct from 'RECOVERED') = (${t.recoveredBy} is not null)
          and (${t.recoveredBy} is null) = (${t.recoveredAt} is null)`,
    ),
  ],
);

/** The drafts that a mail's link has filled in: what is paid from them is paid by that link. */
export const cartReturns = pgTable(
  "cart_returns",
  {
    draftId: uuid("draft_id")
      .notNull()
      .references(() => checkoutDrafts.id, { onDelete: "cascade" }),
    cartId: uuid("cart_id")
      .notNull()
      .references(() => abandonedCarts.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.draftId] }), index("cart_returns_cart").on(t.cartId)],
);

/** What is mailed about carts, for each of their kinds. */
export const cartSequences = pgTable(
  "cart_sequences",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", cartKinds).notNull(),
    isOn: boolean("is_on").notNull().default(false),
    /** Carts that were left before get no mail. */
    switchedOnAt: moment("switched_on_at"),
    steps: jsonb("steps").notNull().$type<StoredCartStep[]>(),
    /** What is written in messages in the place of the first mail, where that is possible; null: always a mail. */
    dmText: text("dm_text"),
    /** Its mails and message as they are being written; null: as they are sent. */
    draft: jsonb("draft").$type<StoredCartDraft>(),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind] }),
    oneOf("cart_sequences_kind", t.kind, cartKinds),
    isRevision("cart_sequences_revision", t.revision),
    holds("cart_sequences_steps", sql`jsonb_array_length(${t.steps}) <= 5`),
    holds("cart_sequences_draft", sql`jsonb_array_length(${t.draft} -> 'steps') <= 5`),
    holds("cart_sequences_switched_on", sql`${t.isOn} = (${t.switchedOnAt} is not null)`),
  ],
);

/** UNKNOWN: it may have arrived, so it is never sent again. */
export const cartMailStates = ["QUEUED", "SENT", "SKIPPED", "FAILED", "UNKNOWN"] as const;
export const cartChannels = ["MAIL", "DM"] as const;

/** Each mail or message about a cart: one for each step, written before it is sent, with its words as they were then. */
export const cartMails = pgTable(
  "cart_mails",
  {
    id: id(),
    cartId: uuid("cart_id")
      .notNull()
      .references(() => abandonedCarts.id, { onDelete: "cascade" }),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    mailbox: text("mailbox")
      .notNull()
      .generatedAlwaysAs(sql.raw(mailboxOf('"email"'))),
    step: integer("step").notNull(),
    channel: choice("channel", cartChannels).notNull().default("MAIL"),
    /** Why it is a mail and no message, where the creator prefers one. */
    dmRefusal: text("dm_refusal"),
    /** DM: its row in the outbox of messages. */
    sendId: uuid("send_id").references(() => socialSends.id, { onDelete: "set null" }),
    state: choice("state", cartMailStates).notNull().default("QUEUED"),
    /** Why it was not sent. */
    reason: text("reason"),
    subject: text("subject").notNull(),
    content: jsonb("content").$type<RichDocument>(),
    /** Plain text of before there were documents. */
    body: text("body"),
    code: text("code"),
    sentAt: moment("sent_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("cart_mails_once").on(t.cartId, t.step),
    index("cart_mails_mailbox").on(t.mailbox, t.createdAt),
    index("cart_mails_owner").on(t.ownerId),
    index("cart_mails_send").on(t.sendId),
    oneOf("cart_mails_channel", t.channel, cartChannels),
    holds("cart_mails_sent_by", sql`${t.sendId} is null or ${t.channel} = 'DM'`),
    oneOf("cart_mails_state", t.state, cartMailStates),
    notNegative("cart_mails_step", t.step),
    holds("cart_mails_text", sql`num_nonnulls(${t.content}, ${t.body}) = 1`),
  ],
);
