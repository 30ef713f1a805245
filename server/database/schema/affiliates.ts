import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf } from "./columns.ts";
import { orderItems, orders } from "./orders.ts";

/** Someone who sends buyers to one creator (`ownerId`). `userId` is set once they have signed in. */
export const affiliates = pgTable(
  "affiliates",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    commissionRate: numeric("commission_rate", { precision: 5, scale: 4 }).notNull().default("0.2000"),
    providerAccountId: text("provider_account_id"),
    active: boolean("active").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    unique("affiliates_owner_unique").on(t.id, t.ownerId),
    uniqueIndex("affiliates_email_unique").on(t.ownerId, sql`lower(${t.email})`),
    index("affiliates_user").on(t.userId),
    holds("affiliates_rate", sql`${t.commissionRate} between 0 and 1`),
  ],
);

export const affiliateLinks = pgTable(
  "affiliate_links",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    code: text("code").notNull(),
    affiliateId: uuid("affiliate_id").notNull(),
    /** Null: every product of the owner. */
    productId: uuid("product_id"),
    clicks: integer("clicks").notNull().default(0),
    conversions: integer("conversions").notNull().default(0),
    active: boolean("active").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    unique("affiliate_links_owner_unique").on(t.id, t.ownerId),
    uniqueIndex("affiliate_links_code_unique").on(sql`lower(${t.code})`),
    foreignKey({
      columns: [t.affiliateId, t.ownerId],
      foreignColumns: [affiliates.id, affiliates.ownerId],
      name: "affiliate_links_affiliate_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "affiliate_links_product_fk",
    }),
    notNegative("affiliate_links_clicks", t.clicks),
    notNegative("affiliate_links_conversions", t.conversions),
  ],
);

/** One row per visitor, link and day: clicks are counted once. */
export const affiliateClicks = pgTable(
  "affiliate_clicks",
  {
    linkId: uuid("link_id")
      .notNull()
      .references(() => affiliateLinks.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    visitorHash: text("visitor_hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.day, t.visitorHash] })],
);

export const commissionStatuses = ["PENDING", "PAYABLE", "PAID", "VOID"] as const;

/** What an affiliate earns on one line. Refunds add negative rows, which name the row they take back. */
export const commissions = pgTable(
  "commissions",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    orderId: uuid("order_id").notNull(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id),
    affiliateId: uuid("affiliate_id").notNull(),
    affiliateLinkId: uuid("affiliate_link_id").notNull(),
    /** Negative on a row that takes back an earlier one. */
    amountCents: integer("amount_cents").notNull(),
    commissionRate: numeric("commission_rate", { precision: 5, scale: 4 }).notNull(),
    /** Which refund caused a negative row. */
    refundId: uuid("refund_id"),
    status: choice("status", commissionStatuses).notNull().default("PENDING"),
    payableAt: moment("payable_at").notNull(),
    paidAt: moment("paid_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "commissions_order_fk",
    }),
    foreignKey({
      columns: [t.affiliateId, t.ownerId],
      foreignColumns: [affiliates.id, affiliates.ownerId],
      name: "commissions_affiliate_fk",
    }),
    foreignKey({
      columns: [t.affiliateLinkId, t.ownerId],
      foreignColumns: [affiliateLinks.id, affiliateLinks.ownerId],
      name: "commissions_link_fk",
    }),
    uniqueIndex("commissions_line")
      .on(t.orderItemId)
      .where(sql`amount_cents >= 0`),
    index("commissions_owner").on(t.ownerId, t.createdAt),
    index("commissions_affiliate").on(t.affiliateId, t.status),
    oneOf("commissions_status", t.status, commissionStatuses),
  ],
);
