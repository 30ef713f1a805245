import { sql } from "drizzle-orm";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, holds, isPrice } from "./columns.ts";

/** Where a creator ships to, and for how much: a country by its ISO code, or ELSEWHERE for all others. */
export const shippingRates = pgTable(
  "shipping_rates",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    country: text("country").notNull(),
    /** The first piece of an order. */
    firstCents: cents("first_cents"),
    /** Each further one. */
    furtherCents: cents("further_cents"),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.country] }),
    holds("shipping_rates_country", sql`${t.country} ~ '^([A-Z]{2}|ELSEWHERE)$'`),
    isPrice("shipping_rates_first", t.firstCents),
    isPrice("shipping_rates_further", t.furtherCents),
    // A card pays nothing, or 50 cents and more.
    holds(
      "shipping_rates_payable",
      sql`${t.firstCents} not between 1 and 49 and ${t.furtherCents} not between 1 and 49`,
    ),
  ],
);
