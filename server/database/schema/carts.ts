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
import { products } from "./catalog.ts";
import { checkoutSessions } from "./checkout.ts";
import { cents, createdAt, holds, id, moment } from "./columns.ts";
import { customers, orders } from "./orders.ts";

/** A checkout with an address that was not paid. */
export const abandonedCarts = pgTable(
  "abandoned_carts",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    checkoutSessionId: uuid("checkout_session_id").references(() => checkoutSessions.id),
    email: text("email").notNull(),
    customerId: uuid("customer_id").references(() => customers.id),
    productId: uuid("product_id").notNull(),
    priceCents: cents("price_cents"),
    currency: text("currency").notNull().default("usd"),
    couponCode: text("coupon_code"),
    checkoutUrl: text("checkout_url").notNull(),
    recoveryEmailsSent: integer("recovery_emails_sent").notNull().default(0),
    lastEmailSent: moment("last_email_sent"),
    stopped: boolean("stopped").notNull().default(false),
    recovered: boolean("recovered").notNull().default(false),
    recoveredOrderId: uuid("recovered_order_id").references(() => orders.id),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "abandoned_carts_product_fk",
    }),
    uniqueIndex("abandoned_carts_open")
      .on(sql`lower(${t.email})`, t.productId)
      .where(sql`not recovered and not stopped`),
    index("abandoned_carts_email").on(sql`lower(${t.email})`),
    index("abandoned_carts_owner").on(t.ownerId, t.createdAt),
    index("abandoned_carts_checkout").on(t.checkoutSessionId),
    holds("abandoned_carts_recovered", sql`not ${t.recovered} or ${t.recoveredOrderId} is not null`),
  ],
);

/** The steps of a creator's recovery sequence. */
export const recoverySteps = pgTable(
  "recovery_steps",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    step: integer("step").notNull(),
    delayHours: integer("delay_hours").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    couponDiscountBps: integer("coupon_discount_bps"),
    active: boolean("active").notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.step] }),
    holds("recovery_steps_step", sql`${t.step} between 1 and 5`),
    holds("recovery_steps_delay", sql`${t.delayHours} between 1 and 720`),
  ],
);

/** Written before a recovery mail is sent, so that a step is never sent twice. */
export const recoveryEmails = pgTable(
  "recovery_emails",
  {
    cartId: uuid("cart_id")
      .notNull()
      .references(() => abandonedCarts.id, { onDelete: "cascade" }),
    step: integer("step").notNull(),
    sentAt: moment("sent_at"),
    clickedAt: moment("clicked_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.cartId, t.step] })],
);

/** Addresses that asked a creator for no more promotional mail. */
export const mailSuppressions = pgTable(
  "mail_suppressions",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.email] }),
    index("mail_suppressions_email").on(sql`lower(${t.email})`),
  ],
);
