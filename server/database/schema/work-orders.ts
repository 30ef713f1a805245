import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { BriefAnswers } from "#contract/work-orders/brief-problems.ts";
import type { BriefQuestion } from "#contract/work-orders/service-terms.ts";
import { products } from "./catalog.ts";
import { choice, createdAt, holds, id, isRevision, moment, oneOf, revision } from "./columns.ts";
import { uploads } from "./files.ts";
import { orderItems } from "./orders.ts";

export const workStates = ["WAITING", "TO_DO", "DELIVERED"] as const;

/**
 * A service that was sold, by the line that it was sold with: what its buyer was asked at that moment, what they answered,
 * and how it stands. It never goes back, and what was answered stays once its creator has begun (`work_order_moves` in
 * `rules.sql`).
 */
export const workOrders = pgTable(
  "work_orders",
  {
    orderItemId: uuid("order_item_id")
      .primaryKey()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    /** Who does it. */
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    /** WAITING for the brief, TO_DO, DELIVERED at least once. */
    state: choice("state", workStates).notNull(),
    questions: jsonb("questions").notNull().$type<BriefQuestion[]>(),
    /** By the ids of the questions. */
    answers: jsonb("answers").notNull().default({}).$type<BriefAnswers>(),
    /** What was promised when it was sold; null: nothing. */
    deliveryDays: integer("delivery_days"),
    /** When the brief was sent first; where nothing was asked, when it was paid. */
    sentAt: moment("sent_at"),
    dueAt: moment("due_at"),
    startedAt: moment("started_at"),
    /** The last time. */
    deliveredAt: moment("delivered_at"),
    /** When its buyer was reminded of the brief. */
    remindedAt: moment("reminded_at"),
    /** Rises with every change of the brief. */
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("work_orders_owner_unique").on(t.orderItemId, t.ownerId),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "work_orders_product_fk",
    }),
    index("work_orders_product").on(t.productId),
    index("work_orders_to_do")
      .on(t.ownerId, t.dueAt, t.sentAt, t.orderItemId)
      .where(sql`state = 'TO_DO'`),
    index("work_orders_waiting")
      .on(t.ownerId, t.createdAt, t.orderItemId)
      .where(sql`state = 'WAITING'`),
    index("work_orders_delivered")
      .on(t.ownerId, t.deliveredAt, t.orderItemId)
      .where(sql`state = 'DELIVERED'`),
    index("work_orders_unreminded")
      .on(t.createdAt)
      .where(sql`state = 'WAITING' and reminded_at is null`),
    isRevision("work_orders_revision", t.revision),
    oneOf("work_orders_state", t.state, workStates),
    holds(
      "work_orders_moments",
      sql`(${t.state} <> 'WAITING' or ${t.sentAt} is null) and (${t.state} <> 'TO_DO' or ${t.sentAt} is not null)
          and (${t.state} = 'DELIVERED') = (${t.deliveredAt} is not null)`,
    ),
    holds("work_orders_started", sql`${t.startedAt} is null or ${t.state} <> 'WAITING'`),
    holds(
      "work_orders_due",
      sql`${t.dueAt} is null or ${t.deliveryDays} is not null and ${t.sentAt} is not null`,
    ),
    holds("work_orders_days", sql`${t.deliveryDays} between 1 and 365`),
    holds(
      "work_orders_brief",
      sql`jsonb_typeof(${t.questions}) = 'array' and jsonb_typeof(${t.answers}) = 'object'
          and octet_length(${t.answers}::text) <= 400000`,
    ),
  ],
);

/** What was delivered in one press, whatever became of its answer: the same press again finds it. Nothing of it changes. */
export const workDeliveries = pgTable(
  "work_deliveries",
  {
    id: id(),
    orderItemId: uuid("order_item_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    number: integer("number").notNull(),
    message: text("message").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderItemId, t.ownerId],
      foreignColumns: [workOrders.orderItemId, workOrders.ownerId],
      name: "work_deliveries_order_fk",
    }).onDelete("cascade"),
    unique("work_deliveries_owner_unique").on(t.id, t.ownerId),
    unique("work_deliveries_number_unique").on(t.orderItemId, t.number),
    unique("work_deliveries_press_unique").on(t.orderItemId, t.idempotencyKey),
    holds("work_deliveries_number", sql`${t.number} between 1 and 50`),
    holds("work_deliveries_message", sql`length(${t.message}) <= 5000`),
  ],
);

/** A file of a delivery, at most ten: an upload of the same creator. */
export const workFiles = pgTable(
  "work_files",
  {
    deliveryId: uuid("delivery_id").notNull(),
    position: integer("position").notNull(),
    ownerId: uuid("owner_id").notNull(),
    uploadId: uuid("upload_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.position] }),
    foreignKey({
      columns: [t.deliveryId, t.ownerId],
      foreignColumns: [workDeliveries.id, workDeliveries.ownerId],
      name: "work_files_delivery_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.uploadId, t.ownerId],
      foreignColumns: [uploads.id, uploads.ownerId],
      name: "work_files_upload_fk",
    }),
    unique("work_files_once").on(t.deliveryId, t.uploadId),
    index("work_files_upload").on(t.uploadId),
    holds("work_files_most", sql`${t.position} between 0 and 9`),
  ],
);
