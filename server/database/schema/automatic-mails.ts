import { sql } from "drizzle-orm";
import { foreignKey, index, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import type { RichDocument } from "#contract/document/document.ts";
import { automaticMailKinds } from "#contract/mailings/automatic-kinds.ts";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { choice, createdAt, holds, id, isRevision, moment, oneOf, revision, updatedAt } from "./columns.ts";
import { coupons } from "./coupons.ts";

/** A mail that is sent by itself when something happened, while it is switched on. Its recipients are rows of `promotions`. */
export const automaticMails = pgTable(
  "automatic_mails",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", automaticMailKinds).notNull(),
    /** Of this product alone; null: of all that have no mail of their own. */
    productId: uuid("product_id"),
    /** How long after what happened. */
    days: smallint("days").notNull().default(0),
    subject: text("subject").notNull(),
    content: jsonb("content").notNull().$type<RichDocument>(),
    /** What it leads to; who has it gets no mail. */
    offerProductId: uuid("offer_product_id").references(() => products.id, { onDelete: "set null" }),
    couponId: uuid("coupon_id").references(() => coupons.id, { onDelete: "set null" }),
    /** Null while it is off. What happened before gives nobody a mail. */
    switchedOnAt: moment("switched_on_at"),
    /** Whoever was due until then has a row. */
    lookedUntil: moment("looked_until"),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "automatic_mails_product_fk",
    }).onDelete("cascade"),
    unique("automatic_mails_once").on(t.ownerId, t.kind, t.productId).nullsNotDistinct(),
    index("automatic_mails_due")
      .on(t.lookedUntil, t.id)
      .where(sql`switched_on_at is not null`),
    index("automatic_mails_product").on(t.productId),
    index("automatic_mails_offer").on(t.offerProductId),
    index("automatic_mails_coupon").on(t.couponId),
    oneOf("automatic_mails_kind", t.kind, automaticMailKinds),
    isRevision("automatic_mails_revision", t.revision),
    holds("automatic_mails_subject", sql`length(${t.subject}) <= 120`),
    holds("automatic_mails_days", sql`${t.days} between 0 and 365`),
    holds(
      "automatic_mails_of_product",
      sql`${t.productId} is null or ${t.kind} in ('AFTER_PURCHASE', 'COURSE_REMINDER')`,
    ),
    // What somebody has or is a member of is where these lead.
    holds(
      "automatic_mails_leads",
      sql`${t.kind} in ('WELCOME', 'AFTER_PURCHASE') or (${t.offerProductId} is null and ${t.couponId} is null)`,
    ),
    holds("automatic_mails_stopped", sql`${t.kind} <> 'COURSE_REMINDER' or ${t.days} >= 1`),
    holds("automatic_mails_looked", sql`(${t.switchedOnAt} is null) = (${t.lookedUntil} is null)`),
  ],
);
