import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  inet,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { createdAt, holds, id, moment } from "./columns.ts";
import { uploads } from "./files.ts";
import { customers, orderItems, orders } from "./orders.ts";

/** A buyer's right to download one product's file: when it ends and how often it may be used. */
export const digitalDownloads = pgTable(
  "digital_downloads",
  {
    id: id(),
    orderId: uuid("order_id").notNull(),
    orderItemId: uuid("order_item_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id),
    downloadCount: integer("download_count").notNull().default(0),
    /** Taken from the product at purchase; the creator may raise it. Null: no limit. */
    maxDownloads: integer("max_downloads"),
    /** Null: never. */
    expiresAt: moment("expires_at"),
    lastDownloadAt: moment("last_download_at"),
    ipAddress: inet("ip_address"),
    userAgent: text("user_agent"),
    isActive: boolean("is_active").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("digital_downloads_item").on(t.orderItemId),
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "digital_downloads_order_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.orderItemId, t.orderId],
      foreignColumns: [orderItems.id, orderItems.orderId],
      name: "digital_downloads_item_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "digital_downloads_product_fk",
    }),
    index("digital_downloads_order").on(t.orderId),
    // A page of who bought a file is chosen by this alone, and so is what is still open.
    index("digital_downloads_product").on(t.productId, t.createdAt, t.id, t.customerId, t.expiresAt),
    index("digital_downloads_customer").on(t.customerId),
    holds(
      "digital_downloads_count",
      sql`${t.downloadCount} >= 0 and (${t.maxDownloads} is null or ${t.downloadCount} <= ${t.maxDownloads})`,
    ),
  ],
);

/** A link handed out for one download. Only its hash is kept; it must start within five minutes. */
export const downloadGrants = pgTable(
  "download_grants",
  {
    id: id(),
    downloadId: uuid("download_id")
      .notNull()
      .references(() => digitalDownloads.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull(),
    /** The link itself, sealed with the server's secret, so that a second request gets the same one. */
    sealedToken: text("sealed_token").notNull(),
    startBy: moment("start_by").notNull(),
    startedAt: moment("started_at"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("download_grants_token").on(t.tokenHash),
    index("download_grants_download").on(t.downloadId, t.createdAt),
    index("download_grants_expire").on(t.expiresAt),
  ],
);

/** That the past buyers of a product were told of a new version of its file: once for each version. */
export const fileAnnouncements = pgTable(
  "file_announcements",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    uploadId: uuid("upload_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("file_announcements_once").on(t.productId, t.uploadId),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "file_announcements_product_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.uploadId, t.ownerId],
      foreignColumns: [uploads.id, uploads.ownerId],
      name: "file_announcements_upload_fk",
    }).onDelete("cascade"),
  ],
);
