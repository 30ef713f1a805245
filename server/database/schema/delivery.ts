import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { choice, createdAt, id, moment, oneOf } from "./columns.ts";

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

export const mailStates = ["QUEUED", "SENT", "FAILED"] as const;

/** Mails to send: one per event and recipient, whatever is repeated. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: id(),
    /** What the mail is about, for example `receipt:<order id>`. */
    event: text("event").notNull(),
    recipient: text("recipient").notNull(),
    template: text("template").notNull(),
    /** What the template needs; never a code or a token. */
    data: jsonb("data").notNull().$type<Record<string, unknown>>(),
    state: choice("state", mailStates).notNull().default("QUEUED"),
    attempts: integer("attempts").notNull().default(0),
    /** When it may next be tried: claimed until then while it is being sent, or waiting after a failure. Null: now. */
    dueAt: moment("due_at"),
    /** Why the last try failed. */
    failure: text("failure"),
    sentAt: moment("sent_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("mail_outbox_once").on(t.event, t.recipient),
    index("mail_outbox_queued")
      .on(t.createdAt)
      .where(sql`state = 'QUEUED'`),
    oneOf("mail_outbox_state", t.state, mailStates),
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
    sentAt: moment("sent_at").notNull().defaultNow(),
  },
  (t) => [index("mailbox_to").on(sql`lower(${t.to})`, t.sentAt)],
);

/** Counters of `rate-limiter-flexible`, shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "number" }),
});
