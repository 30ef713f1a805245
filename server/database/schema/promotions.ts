import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf } from "./columns.ts";
import { automaticMails } from "./automatic-mails.ts";
import { mailings } from "./mailings.ts";

/** UNREACHABLE: for a while, since mails to it came back again and again. */
export const suppressionReasons = ["UNSUBSCRIBED", "BOUNCED", "COMPLAINED", "UNREACHABLE"] as const;

/**
 * Who may not be written to by anything but receipts and codes; `suppression_of` in `rules.sql` reads it. The address is a
 * hash, so that a no outlives the removal of what else is known of a person.
 */
export const suppressions = pgTable(
  "suppressions",
  {
    id: id(),
    /** Null: by no creator. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** Only what is said of this cart; null: anything. */
    cartId: uuid("cart_id"),
    /** Of the mailbox where its owner said no, of the address as it is written where it bounced: `address_hash`. */
    addressHash: text("address_hash").notNull(),
    reason: choice("reason", suppressionReasons).notNull(),
    /** When it ends; null: it stays. */
    until: moment("until"),
    createdAt: createdAt(),
  },
  (t) => [
    unique("suppressions_once").on(t.addressHash, t.ownerId, t.cartId, t.reason).nullsNotDistinct(),
    index("suppressions_owner").on(t.ownerId),
    oneOf("suppressions_reason", t.reason, suppressionReasons),
    holds("suppressions_cart", sql`${t.cartId} is null or ${t.ownerId} is not null`),
    holds("suppressions_until", sql`(${t.reason} = 'UNREACHABLE') = (${t.until} is not null)`),
  ],
);

/** What the unsubscribe links of mails are of that go to somebody on no list: an address, a creator, perhaps a cart. */
export const unsubscribeLinks = pgTable(
  "unsubscribe_links",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    cartId: uuid("cart_id"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("unsubscribe_links_once").on(
      t.ownerId,
      sql`lower(${t.email})`,
      sql`coalesce(${t.cartId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
    ),
    index("unsubscribe_links_email").on(sql`lower(${t.email})`),
  ],
);

/**
 * CLAIMED by a process that sends it; SKIPPED since it may not be sent, `reason` says why; UNKNOWN where no answer came: it
 * may have arrived, and is not sent again.
 */
export const promotionStates = ["QUEUED", "CLAIMED", "SENT", "SKIPPED", "FAILED", "UNKNOWN"] as const;

/** Mails that advertise, one row for each recipient. They have a lane of their own: see `server/mail/promotions/`. */
export const promotions = pgTable(
  "promotions",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What it is about: `cart:<id>:<step>`. Nobody gets one twice. */
    event: text("event").notNull(),
    template: text("template").notNull(),
    email: text("email").notNull(),
    mailbox: text("mailbox").notNull(),
    cartId: uuid("cart_id"),
    /** The mailing that it is of. Its rows are kept, so that they sum up to whom it was for. */
    mailingId: uuid("mailing_id").references(() => mailings.id, { onDelete: "cascade" }),
    /** The automatic mail that it is of; its event names the occasion. */
    automaticMailId: uuid("automatic_mail_id").references(() => automaticMails.id, { onDelete: "set null" }),
    data: jsonb("data").notNull().$type<Record<string, unknown>>(),
    state: choice("state", promotionStates).notNull().default("QUEUED"),
    /** Why it was skipped, or has failed. */
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    /** When it was meant to leave, and when it may next be tried. */
    wantedAt: moment("wanted_at").notNull(),
    dueAt: moment("due_at").notNull(),
    claimedAt: moment("claimed_at"),
    settledAt: moment("settled_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("promotions_once").on(t.event, sql`lower(${t.email})`),
    // What somebody did something for leaves before what goes to everybody.
    index("promotions_due")
      .on(t.ownerId, sql`(mailing_id is not null)`, t.dueAt, t.id)
      .where(sql`state = 'QUEUED'`),
    index("promotions_claimed")
      .on(t.claimedAt)
      .where(sql`state = 'CLAIMED'`),
    index("promotions_of_owner")
      .on(t.ownerId, t.claimedAt)
      .where(sql`claimed_at is not null`),
    index("promotions_of_mailbox")
      .on(t.mailbox, t.claimedAt)
      .where(sql`claimed_at is not null`),
    index("promotions_of_mailing")
      .on(t.mailingId, t.state, t.id)
      .where(sql`mailing_id is not null`),
    // A person is a mailbox: no occasion gives somebody two mails, however their address is written.
    uniqueIndex("promotions_automatic_once")
      .on(t.automaticMailId, t.mailbox, t.event)
      .where(sql`automatic_mail_id is not null`),
    index("promotions_of_automatic_mail")
      .on(t.automaticMailId, t.state)
      .where(sql`automatic_mail_id is not null`),
    index("promotions_email").on(sql`lower(${t.email})`),
    oneOf("promotions_states", t.state, promotionStates),
    notNegative("promotions_attempts", t.attempts),
    holds("promotions_settled", sql`(${t.state} in ('QUEUED', 'CLAIMED')) = (${t.settledAt} is null)`),
    holds(
      "promotions_claim",
      sql`${t.state} not in ('CLAIMED', 'SENT', 'UNKNOWN') or ${t.claimedAt} is not null`,
    ),
    holds("promotions_reason", sql`${t.state} <> 'SKIPPED' or ${t.reason} is not null`),
  ],
);
