import { sql } from "drizzle-orm";
import { integer, pgTable, smallint } from "drizzle-orm/pg-core";
import { holds } from "./columns.ts";

/** Ten years: what is further ahead than that shows nothing new. */
export const mostAheadMinutes = 5_256_000;

/** One row: how far the shop's clock is ahead of the machine's. Read in local mode only. */
export const devClock = pgTable(
  "dev_clock",
  {
    id: smallint("id").primaryKey().default(1),
    aheadMinutes: integer("ahead_minutes").notNull().default(0),
  },
  (t) => [
    holds(
      "dev_clock_one_row",
      sql`${t.id} = 1 and ${t.aheadMinutes} between 0 and ${sql.raw(String(mostAheadMinutes))}`,
    ),
  ],
);
