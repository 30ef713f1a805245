import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { orders } from "./orders.ts";

/** Browsers that may see an order for 30 days: the one that paid, and one the bank returned its buyer to. */
export const orderBrowsers = pgTable(
  "order_browsers",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** SHA-256 of the browser's cookie. */
    browserHash: text("browser_hash").notNull(),
    grantedAt: moment("granted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.browserHash] }),
    index("order_browsers_hash").on(t.browserHash),
    index("order_browsers_granted").on(t.grantedAt),
  ],
);
