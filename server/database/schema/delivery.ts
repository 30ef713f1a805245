import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, oneOf, shopNow } from "./columns.ts";
import { mailboxOf } from "./mailbox-of.ts";

/**
 * Jobs to be queued, written in the transaction that causes them. The relay moves them to the queue in batches,
 * which costs a third of what queueing inside the transaction does.
 */
export const jobOutbox = pgTable("job_outbox", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  name: text("name").notNull(),
  data: jsonb("data").notNull().$type<Record<string, unknown>>(),
  singletonKey: text("singleton_key"),
  startAfter: moment("start_after"),
  createdAt: createdAt(),
});

/**
 * WAITING for its turn under the limits of mail that strangers cause, MERGED into another mail that says the same, SKIPPED
 * because its address has had enough: see `server/mail/admit-mail.ts`.
 */
export const mailStates = ["QUEUED", "WAITING", "MERGED", "SKIPPED", "SENT", "FAILED"] as const;

/**
 * OPEN from the moment a process begins to hand an email over until the result is written. OVERDUE when its time has passed
 * without one: the process was killed, or can't reach the database. A process that comes back still writes its result.
 */
export const handoverStates = ["OPEN", "OVERDUE"] as const;

/** Mails to send: one per event and recipient, whatever is repeated. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: id(),
    /** What the mail is about, for example `receipt:<order id>`. */
    event: text("event").notNull(),
    recipient: text("recipient").notNull(),
    /** Whose mailbox it is, however the address is written. */
    mailbox: text("mailbox")
      .notNull()
      .generatedAlwaysAs(sql.raw(mailboxOf('"recipient"'))),
    template: text("template").notNull(),
    /** What the template needs; never a code or a token. */
    data: jsonb("data").notNull().$type<Record<string, unknown>>(),
    state: choice("state", mailStates).notNull().default("QUEUED"),
    attempts: integer("attempts").notNull().default(0),
    handover: choice("handover", handoverStates),
    /** How many of its attempts may have delivered it and had no known result when it was sent again. */
    possibleDuplicates: integer("possible_duplicates").notNull().default(0),
    /** The creator on whose behalf it is sent, where the limits of mail that strangers cause are asked and it is somebody's. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** When it passed these limits: what they count. */
    countedAt: moment("counted_at"),
    /** When it may next be tried: claimed until then while it is being sent, or waiting. Null: now. */
    dueAt: moment("due_at"),
    /** Why the last try failed. */
    failure: text("failure"),
    sentAt: moment("sent_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("mail_outbox_once").on(t.event, t.recipient),
    index("mail_outbox_recipient").on(sql`lower(${t.recipient})`),
    index("mail_outbox_queued")
      .on(t.createdAt)
      .where(sql`state = 'QUEUED'`),
    index("mail_outbox_possible_duplicates")
      .on(t.createdAt)
      .where(sql`possible_duplicates > 0`),
    index("mail_outbox_counted_mailbox")
      .on(t.mailbox, t.countedAt)
      .where(sql`counted_at is not null`),
    index("mail_outbox_counted_owner")
      .on(t.ownerId, t.countedAt)
      .where(sql`counted_at is not null`),
    // Two, so that what is due is found among many of either kind, receipts first.
    index("mail_outbox_waiting_receipts")
      .on(t.ownerId, t.dueAt)
      .where(sql`state = 'WAITING' and template = 'receipt'`),
    index("mail_outbox_waiting_news")
      .on(t.ownerId, t.dueAt)
      .where(sql`state = 'WAITING' and template <> 'receipt'`),
    // What a creator has to say to an address about free orders is one mail.
    uniqueIndex("mail_outbox_waiting_receipt")
      .on(t.ownerId, sql`lower(${t.recipient})`)
      .where(sql`state = 'WAITING' and template = 'receipt'`),
    holds(
      "mail_outbox_waits",
      sql`${t.state} <> 'WAITING' or (${t.ownerId} is not null and ${t.dueAt} is not null)`,
    ),
    oneOf("mail_outbox_state", t.state, mailStates),
    oneOf("mail_outbox_handover", t.handover, handoverStates),
  ],
);

/** The mailbox that stands in for a mail server in local mode. `messageId` makes a repeated delivery one mail. */
export const mailbox = pgTable(
  "mailbox",
  {
    id: id(),
    messageId: text("message_id").notNull().unique(),
    to: text("to").notNull(),
    from: text("from").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    headers: jsonb("headers").notNull().$type<Record<string, string>>(),
    attachments: jsonb("attachments")
      .notNull()
      .default([])
      .$type<{ fileName: string; contentType: string; content: string }[]>(),
    sentAt: moment("sent_at").notNull().default(shopNow),
  },
  (t) => [index("mailbox_to").on(sql`lower(${t.to})`, t.sentAt)],
);

/** Counters of `rate-limiter-flexible`, shared by all processes. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    points: integer("points").notNull().default(0),
    expire: bigint("expire", { mode: "number" }),
  },
  (t) => [index("rate_limits_expire").on(t.expire)],
);
