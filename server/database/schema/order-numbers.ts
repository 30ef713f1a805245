import { sql } from "drizzle-orm";
import { foreignKey, integer, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { holds } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * The number by which people know an order: 1001 and on for each creator, given by `number_order` when its sale commits. Apart
 * from `orders`, so that the sales of a creator wait for each other at that moment only.
 */
export const orderNumbers = pgTable(
  "order_numbers",
  {
    orderId: uuid("order_id").primaryKey(),
    ownerId: uuid("owner_id").notNull(),
    number: integer("number").notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "order_numbers_order_fk",
    }).onDelete("cascade"),
    uniqueIndex("order_numbers_owner").on(t.ownerId, t.number),
    holds("order_numbers_range", sql`${t.number} > 1000`),
  ],
);
