import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf } from "./columns.ts";

/** HARD: there is no such mailbox. SOFT: not now. COMPLAINT: its owner called the mail spam. */
export const feedbackKinds = ["HARD", "SOFT", "COMPLAINT"] as const;

/** What became of mails after the mail server had taken them, once for each mail and kind. */
export const mailFeedback = pgTable(
  "mail_feedback",
  {
    id: id(),
    /** Of `promotions` or of `mail_outbox`; null for a mail that is kept in neither: a code. */
    mailId: uuid("mail_id"),
    /** On whose behalf it was sent, where that is known. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", feedbackKinds).notNull(),
    /** Whether it advertised: those are what a creator's rates are of. */
    isPromotion: boolean("is_promotion").notNull(),
    /** Of the address as it is written. */
    addressHash: text("address_hash").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("mail_feedback_once").on(t.mailId, t.kind),
    index("mail_feedback_owner").on(t.ownerId, t.createdAt, t.id),
    oneOf("mail_feedback_kinds", t.kind, feedbackKinds),
  ],
);

export const stopReasons = ["BOUNCES", "COMPLAINTS"] as const;

/** Why a creator's mails that advertise were stopped, with the figures of that moment, and until when. */
export const promotionStops = pgTable(
  "promotion_stops",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reason: choice("reason", stopReasons).notNull(),
    /** Mails that had left, and how many of them came back or were complained of. */
    sent: integer("sent").notNull(),
    counted: integer("counted").notNull(),
    until: moment("until").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("promotion_stops_owner").on(t.ownerId, t.until),
    oneOf("promotion_stops_reasons", t.reason, stopReasons),
    notNegative("promotion_stops_sent", t.sent),
    notNegative("promotion_stops_counted", t.counted),
    holds("promotion_stops_until", sql`${t.until} > ${t.createdAt}`),
  ],
);
