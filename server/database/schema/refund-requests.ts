import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { choice, createdAt, holds, id, moment, oneOf } from "./columns.ts";
import { orderItems, orders } from "./orders.ts";
import { withdrawals } from "./withdrawals.ts";

/** WITHDRAWN by the buyer; CLOSED since the line's money went another way: a dispute, or a refund that nobody asked for here. */
export const refundRequestStatuses = ["REQUESTED", "GRANTED", "DECLINED", "WITHDRAWN", "CLOSED"] as const;

/**
 * A buyer asks for the money of a line. What is GRANTED has a refund whose `request_key` is `request:` and this row's id,
 * written by the same transaction.
 */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    orderId: uuid("order_id").notNull(),
    orderItemId: uuid("order_item_id").notNull(),
    /** In the buyer's words; empty where they gave none, or were forgotten. */
    message: text("message").notNull().default(""),
    /** Asked within the days that the creator had promised at the sale: without an answer it is granted. */
    isPromised: boolean("is_promised").notNull(),
    /** Asked within a guarantee: it cannot be declined. */
    isGuaranteed: boolean("is_guaranteed").notNull().default(false),
    /** It is no wish, but a withdrawal from the contract. */
    withdrawalId: uuid("withdrawal_id").references(() => withdrawals.id),
    /** Until when an answer is expected: then what was promised is granted by itself. */
    answerBy: moment("answer_by").notNull(),
    status: choice("status", refundRequestStatuses).notNull().default("REQUESTED"),
    /** The creator's, to the buyer. */
    note: text("note").notNull().default(""),
    decidedAt: moment("decided_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "refund_requests_order_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.orderItemId, t.orderId],
      foreignColumns: [orderItems.id, orderItems.orderId],
      name: "refund_requests_item_fk",
    }).onDelete("cascade"),
    index("refund_requests_order").on(t.orderId, t.createdAt),
    uniqueIndex("refund_requests_one_open")
      .on(t.orderItemId)
      .where(sql`status = 'REQUESTED'`),
    uniqueIndex("refund_requests_one_withdrawal")
      .on(t.orderItemId)
      .where(sql`withdrawal_id is not null and status in ('REQUESTED', 'GRANTED')`),
    index("refund_requests_withdrawal").on(t.withdrawalId),
    index("refund_requests_open")
      .on(t.ownerId, t.answerBy)
      .where(sql`status = 'REQUESTED'`),
    index("refund_requests_due")
      .on(t.answerBy)
      .where(sql`status = 'REQUESTED' and is_promised`),
    oneOf("refund_requests_status", t.status, refundRequestStatuses),
    holds("refund_requests_guarantee", sql`not (${t.isGuaranteed} and ${t.status} = 'DECLINED')`),
    holds("refund_requests_message", sql`length(${t.message}) <= 1000`),
    holds("refund_requests_note", sql`length(${t.note}) <= 1000`),
    holds("refund_requests_decided", sql`(${t.status} = 'REQUESTED') = (${t.decidedAt} is null)`),
  ],
);
