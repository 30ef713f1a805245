import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { cents, choice, createdAt, holds, id, moment, oneOf, updatedAt } from "./columns.ts";
import { orders, orderItems, orderPayments } from "./orders.ts";

export const refundStatuses = ["PENDING", "SUCCEEDED", "FAILED"] as const;

/**
 * Money given back for one line: by the creator here, by whoever uses the provider's own dashboard, or taken by a lost
 * dispute. The row's id is the idempotency key of the refund at the provider.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    orderId: uuid("order_id").notNull(),
    orderPaymentId: uuid("order_payment_id").notNull(),
    orderItemId: uuid("order_item_id"),
    /** One refund at the provider's dashboard is spread over several lines, each with a row. */
    providerRefundId: text("provider_refund_id"),
    /** The lost dispute that took the money. */
    disputeId: uuid("dispute_id").references(() => disputes.id),
    /** The lines that were refunded together; what repeats it changes nothing. */
    requestKey: text("request_key"),
    amountCents: cents("amount_cents"),
    reason: text("reason").notNull().default(""),
    revokesAccess: boolean("revokes_access").notNull().default(true),
    /** Puts a tracked line back in stock, once all of it is refunded. */
    /** Once it has succeeded, the membership that its order paid for ends. */
    endsMembership: boolean("ends_membership").notNull().default(false),
    restocks: boolean("restocks").notNull().default(false),
    status: choice("status", refundStatuses).notNull().default("PENDING"),
    /** Why it failed. */
    failure: text("failure"),
    /** When it succeeded. */
    settledAt: moment("settled_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "refunds_order_fk",
    }),
    foreignKey({
      columns: [t.orderPaymentId, t.orderId],
      foreignColumns: [orderPayments.id, orderPayments.orderId],
      name: "refunds_payment_fk",
    }),
    foreignKey({
      columns: [t.orderItemId, t.orderId],
      foreignColumns: [orderItems.id, orderItems.orderId],
      name: "refunds_item_fk",
    }),
    index("refunds_order").on(t.orderId),
    index("refunds_owner_created").on(t.ownerId, t.createdAt, t.id),
    index("refunds_owner_settled")
      .on(t.ownerId, t.settledAt, t.id, t.orderId, t.orderItemId, t.amountCents)
      .where(sql`status = 'SUCCEEDED'`),
    index("refunds_payment").on(t.orderPaymentId),
    uniqueIndex("refunds_provider").on(t.providerRefundId, t.orderItemId),
    uniqueIndex("refunds_request").on(t.orderItemId, t.requestKey),
    index("refunds_open")
      .on(t.createdAt)
      .where(sql`status = 'PENDING'`),
    oneOf("refunds_status", t.status, refundStatuses),
    holds("refunds_amount", sql`${t.amountCents} > 0`),
  ],
);

export const disputeStatuses = ["OPEN", "WON", "LOST", "CLOSED"] as const;

/** A buyer's bank takes a payment back, or asks about it. While one is OPEN the order's access rests. */
export const disputes = pgTable(
  "disputes",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    orderId: uuid("order_id").notNull(),
    orderPaymentId: uuid("order_payment_id").notNull(),
    providerDisputeId: text("provider_dispute_id").notNull().unique(),
    amountCents: cents("amount_cents"),
    reason: text("reason").notNull().default(""),
    /** The bank only asks, or warns of fraud: nothing is taken, and nothing rests. */
    isInquiry: boolean("is_inquiry").notNull().default(false),
    /** CLOSED is an inquiry or a warning that ended without money moving. */
    status: choice("status", disputeStatuses).notNull().default("OPEN"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "disputes_order_fk",
    }),
    foreignKey({
      columns: [t.orderPaymentId, t.orderId],
      foreignColumns: [orderPayments.id, orderPayments.orderId],
      name: "disputes_payment_fk",
    }),
    index("disputes_order").on(t.orderId),
    index("disputes_owner_created").on(t.ownerId, t.createdAt, t.id),
    index("disputes_payment").on(t.orderPaymentId),
    index("disputes_open")
      .on(t.updatedAt)
      .where(sql`status = 'OPEN'`),
    oneOf("disputes_status", t.status, disputeStatuses),
  ],
);
