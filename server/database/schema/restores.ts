import { index, pgTable } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { createdAt, id, moment } from "./columns.ts";

/**
 * Each time that the database was set back to an earlier moment, as `npm run after-restore` wrote it down. While a row has no
 * `payoutsReleasedAt`, no money is passed on to creators or affiliates.
 */
export const restores = pgTable(
  "restores",
  {
    id: id(),
    /** The moment that the database was set back to. */
    restoredTo: moment("restored_to").notNull(),
    payoutsReleasedAt: moment("payouts_released_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("restores_holding")
      .on(t.createdAt)
      .where(sql`payouts_released_at is null`),
  ],
);
