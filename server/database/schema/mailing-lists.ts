import { sql } from "drizzle-orm";
import { boolean, index, inet, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import {
  choice,
  createdAt,
  holds,
  id,
  isRevision,
  moment,
  notNegative,
  oneOf,
  revision,
  shopNow,
} from "./columns.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { orders } from "./orders.ts";

export const subscriberStates = ["PENDING", "SUBSCRIBED", "UNSUBSCRIBED"] as const;

/** Whom each creator may write to, and what whoever joins is told. */
export const mailingLists = pgTable(
  "mailing_lists",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    isOpen: boolean("is_open").notNull().default(false),
    title: text("title").notNull().default(""),
    promise: text("promise").notNull().default(""),
    /** A free product that whoever has confirmed is given. */
    thanksProductId: uuid("thanks_product_id").references(() => products.id, { onDelete: "set null" }),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    isRevision("mailing_lists_revision", t.revision),
    index("mailing_lists_thanks").on(t.thanksProductId),
    holds("mailing_lists_title", sql`length(${t.title}) <= 80`),
    holds("mailing_lists_promise", sql`length(${t.promise}) <= 300`),
  ],
);

/** An address that asked for a creator's mails, with the proof of its consent. */
export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    /** PENDING until the address has confirmed it: then nothing is sent to it but what asks for that. */
    state: choice("state", subscriberStates).notNull().default("PENDING"),
    /** What the page said when it was asked for, and from which network address that was. */
    consentText: text("consent_text").notNull(),
    ipAddress: inet("ip_address"),
    askedAt: moment("asked_at").notNull().default(shopNow),
    confirmedAt: moment("confirmed_at"),
    unsubscribedAt: moment("unsubscribed_at"),
    /** How often a mail to confirm was queued: its code and link are of this number, and end with it. */
    round: integer("round").notNull().default(0),
    mailedAt: moment("mailed_at"),
    /** Wrong codes since then. */
    wrongCodes: integer("wrong_codes").notNull().default(0),
    /** What it was given as thanks, once. */
    thanksOrderId: uuid("thanks_order_id").references(() => orders.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("subscribers_once").on(t.ownerId, sql`lower(${t.email})`),
    index("subscribers_newest").on(t.ownerId, t.askedAt, t.id),
    index("subscribers_state").on(t.ownerId, t.state),
    index("subscribers_confirmed")
      .on(t.ownerId, t.confirmedAt)
      .where(sql`state = 'SUBSCRIBED'`),
    index("subscribers_mailbox").on(t.ownerId, sql.raw(mailboxOf('"email"'))),
    index("subscribers_email").on(sql`lower(${t.email})`),
    index("subscribers_pending")
      .on(t.askedAt)
      .where(sql`state = 'PENDING'`),
    index("subscribers_thanks").on(t.thanksOrderId),
    oneOf("subscribers_states", t.state, subscriberStates),
    notNegative("subscribers_round", t.round),
    notNegative("subscribers_wrong_codes", t.wrongCodes),
    holds("subscribers_confirmed", sql`${t.state} <> 'SUBSCRIBED' or ${t.confirmedAt} is not null`),
    holds("subscribers_unsubscribed", sql`(${t.state} = 'UNSUBSCRIBED') = (${t.unsubscribedAt} is not null)`),
  ],
);

/** Who is to hear, once, that a product can be bought which was still to come when they asked. */
export const productWaiters = pgTable(
  "product_waiters",
  {
    id: id(),
    subscriberId: uuid("subscriber_id")
      .notNull()
      .references(() => subscribers.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** When their mail was queued, or it was found that they are to get none. */
    settledAt: moment("settled_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("product_waiters_once").on(t.subscriberId, t.productId),
    index("product_waiters_product").on(t.productId),
    index("product_waiters_open")
      .on(t.productId, t.createdAt, t.id)
      .where(sql`settled_at is null`),
  ],
);
