import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { abandonedCarts } from "./carts.ts";
import { createdAt, holds, id, moment } from "./columns.ts";
import { orders } from "./orders.ts";

/** A creator compares carts that get mails with a share that gets none. Another share is another comparison. */
export const cartComparisons = pgTable(
  "cart_comparisons",
  {
    /** Also what decides, with a mailbox, on which side that is. */
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Of the mailboxes that get no mail. */
    percent: integer("percent").notNull(),
    /** Null: it goes on. */
    endedAt: moment("ended_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("cart_comparisons_running")
      .on(t.ownerId)
      .where(sql`ended_at is null`),
    index("cart_comparisons_owner").on(t.ownerId, t.createdAt),
    holds("cart_comparisons_percent", sql`${t.percent} between 1 and 50`),
  ],
);

/**
 * A mailbox that has come into a comparison: written when its first mail would leave or leaves, so that both sides have
 * passed the same checks. Its first cart counts, and no other.
 */
export const cartComparisonUnits = pgTable(
  "cart_comparison_units",
  {
    comparisonId: uuid("comparison_id")
      .notNull()
      .references(() => cartComparisons.id, { onDelete: "cascade" }),
    /** A hash of the mailbox that is of this comparison alone. */
    unit: text("unit").notNull(),
    isHeldBack: boolean("is_held_back").notNull(),
    cartId: uuid("cart_id").references(() => abandonedCarts.id, { onDelete: "set null" }),
    /** By the same mailbox, whatever led to it. */
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "set null" }),
    boughtAt: moment("bought_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.comparisonId, t.unit] }),
    index("cart_comparison_units_cart").on(t.cartId),
    index("cart_comparison_units_order").on(t.orderId),
    index("cart_comparison_units_age").on(t.comparisonId, t.createdAt),
  ],
);
