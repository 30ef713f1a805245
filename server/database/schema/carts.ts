import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products, renewalIntervals } from "./catalog.ts";
import { checkoutDrafts } from "./checkout.ts";
import { choice, createdAt, holds, id, isPrice, moment, notNegative, oneOf, updatedAt } from "./columns.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { orders } from "./orders.ts";

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
    /** The last change. */
    leftAt: moment("left_at").notNull(),
    /** Null while it is open. */
    abandonedAt: moment("abandoned_at"),
    expiresAt: moment("expires_at").notNull(),
    recoveryEmailsSent: integer("recovery_emails_sent").notNull().default(0),
    lastEmailSent: moment("last_email_sent"),
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
    oneOf("abandoned_carts_kind", t.kind, cartKinds),
    oneOf("abandoned_carts_outcome", t.outcome, cartOutcomes),
    oneOf("abandoned_carts_recovered_by", t.recoveredBy, cartRecoveries),
    oneOf("abandoned_carts_interval", t.billingInterval, renewalIntervals),
    notNegative("abandoned_carts_price", t.priceCents),
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
