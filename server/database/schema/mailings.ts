import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { RichDocument } from "#contract/document/document.ts";
import type { Audience } from "#contract/mailings/audience.ts";
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
  updatedAt,
} from "./columns.ts";
import { coupons } from "./coupons.ts";

export const mailingStates = ["DRAFT", "SCHEDULED", "LATE", "SENDING", "SENT", "STOPPED"] as const;

/** A mail that a creator writes to many. Its recipients are rows of `promotions`, from the moment that it begins. */
export const mailings = pgTable(
  "mailings",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    subject: text("subject").notNull().default(""),
    content: jsonb("content").notNull().$type<RichDocument>(),
    audience: jsonb("audience").notNull().$type<Audience>(),
    /** What it is about. */
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    couponId: uuid("coupon_id").references(() => coupons.id, { onDelete: "set null" }),
    state: choice("state", mailingStates).notNull().default("DRAFT"),
    /** As the creator said it, a clock's time (2026-03-09T09:00); null: at once. */
    sendOn: text("send_on"),
    byPersonZone: boolean("by_person_zone").notNull().default(false),
    /** When its audience is to be fixed: the first moment that somewhere is its time. */
    sendAt: moment("send_at"),
    startedAt: moment("started_at"),
    finishedAt: moment("finished_at"),
    /** How many people it was for when it began: rows of `promotions`, for ever. */
    audienceCount: integer("audience_count"),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("mailings_owner_unique").on(t.id, t.ownerId),
    index("mailings_newest").on(t.ownerId, t.createdAt, t.id),
    index("mailings_due")
      .on(t.sendAt)
      .where(sql`state = 'SCHEDULED'`),
    index("mailings_sending")
      .on(t.id)
      .where(sql`state = 'SENDING'`),
    index("mailings_product").on(t.productId),
    index("mailings_coupon").on(t.couponId),
    oneOf("mailings_state", t.state, mailingStates),
    isRevision("mailings_revision", t.revision),
    notNegative("mailings_audience_count", t.audienceCount),
    holds("mailings_subject", sql`length(${t.subject}) <= 120`),
    holds("mailings_send_at", sql`(${t.state} in ('SCHEDULED', 'LATE')) <= (${t.sendAt} is not null)`),
    holds(
      "mailings_started",
      sql`(${t.state} in ('SENDING', 'SENT', 'STOPPED')) = (${t.startedAt} is not null)`,
    ),
    holds("mailings_counted", sql`(${t.startedAt} is null) = (${t.audienceCount} is null)`),
    holds("mailings_finished", sql`(${t.state} in ('SENT', 'STOPPED')) = (${t.finishedAt} is not null)`),
    holds("mailings_person_zone", sql`not ${t.byPersonZone} or ${t.sendOn} is not null`),
  ],
);
