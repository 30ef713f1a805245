import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { checkoutSessions } from "./checkout.ts";
import { createdAt, holds, id, moment } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * That somebody withdrew from a contract, in their words: whether there is such an order, and who says so, are two other
 * questions. What follows from it stands in `refund_requests`.
 */
export const withdrawals = pgTable(
  "withdrawals",
  {
    id: id(),
    ownerId: uuid("owner_id"),
    /** Null where the number and the address name no order. */
    orderId: uuid("order_id"),
    /** The order was proved by who said so. Else its buyer is asked by mail to say it once more with a proof. */
    provenAt: moment("proven_at"),
    name: text("name").notNull(),
    orderNumber: text("order_number").notNull(),
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "withdrawals_order_fk",
    }).onDelete("cascade"),
    index("withdrawals_order").on(t.orderId, t.createdAt),
    index("withdrawals_owner_created")
      .on(t.ownerId, t.createdAt, t.id)
      .where(sql`owner_id is not null`),
    index("withdrawals_email").on(sql`lower(${t.email})`, t.createdAt),
    index("withdrawals_unproven")
      .on(t.createdAt)
      .where(sql`proven_at is null`),
    holds("withdrawals_of_owner", sql`(${t.orderId} is null) = (${t.ownerId} is null)`),
    holds("withdrawals_proven", sql`${t.provenAt} is null or ${t.orderId} is not null`),
  ],
);

/**
 * At the payment the buyer asked that digital content starts at once, and said to know that the right of withdrawal ends
 * with it. Of a checkout, and so of its order, without what was added afterwards; written with the order, whose receipt says so.
 */
export const withdrawalConsents = pgTable("withdrawal_consents", {
  checkoutSessionId: uuid("checkout_session_id")
    .primaryKey()
    .references(() => checkoutSessions.id, { onDelete: "cascade" }),
  /** Which words were agreed to. */
  textVersion: integer("text_version").notNull(),
  createdAt: createdAt(),
});
