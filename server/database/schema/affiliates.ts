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
import { choice, createdAt, holds, id, moment, notNegative, oneOf, isRevision, revision } from "./columns.ts";
import { orderItems, orders } from "./orders.ts";

/**
 * Someone who sends buyers to one creator (`ownerId`). `userId` is set once they have signed in. Without an address they
 * earn like everyone else, and can be told apart from a buyer, or sign in, only once they have one.
 */
export const affiliates = pgTable(
  "affiliates",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id),
    email: text("email"),
    name: text("name").notNull().default(""),
    commissionRate: numeric("commission_rate", { precision: 5, scale: 4 }).notNull().default("0.2000"),
    active: boolean("active").notNull().default(true),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    isRevision("affiliates_revision", t.revision),
    unique("affiliates_owner_unique").on(t.id, t.ownerId),
    uniqueIndex("affiliates_email_unique").on(t.ownerId, sql`lower(${t.email})`),
    index("affiliates_user").on(t.userId),
    index("affiliates_email").on(sql`lower(${t.email})`),
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

export const payoutMethods = ["CSV", "TRANSFER"] as const;

/**
 * A payout: the commissions that name it are frozen from then on, and PAID together once `paidAt` is set. A TRANSFER is to
 * one affiliate; its id is the key that the provider is asked with.
 */
export const payoutBatches = pgTable(
  "payout_batches",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** CSV: the creator pays by hand from the file. TRANSFER: the payment provider does. */
    method: choice("method", payoutMethods).notNull().default("CSV"),
    /** Of a TRANSFER: whose account it goes to, and the provider's id of it once it is paid. */
    provider: text("provider"),
    accountId: text("account_id"),
    providerTransferId: text("provider_transfer_id"),
    /** Why the provider refused a transfer; it is CSV since. */
    failure: text("failure"),
    paidAt: moment("paid_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique("payout_batches_owner_unique").on(t.id, t.ownerId),
    index("payout_batches_owner").on(t.ownerId, t.createdAt),
    index("payout_batches_sending")
      .on(t.createdAt)
      .where(sql`method = 'TRANSFER' and paid_at is null`),
    holds(
      "payout_batches_transfer",
      sql`case ${t.method} when 'TRANSFER'
          then ${t.provider} is not null and ${t.accountId} is not null and ${t.failure} is null
               and (${t.paidAt} is null) = (${t.providerTransferId} is null)
          else ${t.accountId} is null and ${t.providerTransferId} is null end`,
    ),
    oneOf("payout_batches_method", t.method, payoutMethods),
  ],
);

/**
 * What an affiliate earns on one line: one row when it is paid, and corrections of it as the line is refunded. The rows
 * of a line that are not VOID always add up to floor(rate × what is left of the line).
 */
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
    /** The refund or the lost dispute that a correction is for; null on the row that earned. */
    refundId: uuid("refund_id"),
    /** A dispute about the order is open: neither payable nor paid until it ends. */
    held: boolean("held").notNull().default(false),
    payoutBatchId: uuid("payout_batch_id"),
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
    foreignKey({
      columns: [t.payoutBatchId, t.ownerId],
      foreignColumns: [payoutBatches.id, payoutBatches.ownerId],
      name: "commissions_batch_fk",
    }),
    uniqueIndex("commissions_line")
      .on(t.orderItemId)
      .where(sql`refund_id is null`),
    // One down for a refund, and one up for a refund that failed after all.
    uniqueIndex("commissions_refund").on(t.orderItemId, t.refundId, sql`(amount_cents > 0)`),
    index("commissions_owner").on(t.ownerId, t.createdAt, t.id),
    index("commissions_affiliate").on(t.affiliateId, t.status),
    index("commissions_link").on(t.affiliateLinkId),
    index("commissions_order").on(t.orderId),
    index("commissions_batch").on(t.payoutBatchId),
    index("commissions_pending")
      .on(t.payableAt)
      .where(sql`status = 'PENDING'`),
    holds(
      "commissions_amount",
      sql`${t.amountCents} > 0 or (${t.refundId} is not null and ${t.amountCents} < 0)`,
    ),
    oneOf("commissions_status", t.status, commissionStatuses),
  ],
);
