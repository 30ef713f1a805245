import { statement, type Queryable } from "./statement.ts";

/** Tables that are partitioned by the month of a moment in their key (`tables by month` in `rules.sql`). */
export const tablesByMonth = ["traffic_quarters"] as const;
export type TableByMonth = (typeof tablesByMonth)[number];

const monthsAhead = 3;

/**
 * Makes the months that a table lacks for rows of `first` to `last`. Nobody who reads or writes it waits meanwhile. Throws the
 * database's error where what its rows refer to is not free for two seconds: nothing is made then.
 */
export const makeMonths = statement("months_make")<
  { made: number | null },
  [table: TableByMonth, first: Date, last: Date]
>("select make_months($1::text::regclass, $2, $3) as made");

/** Makes this month and the three that follow, of every such table. */
export async function makeMonthsAhead(db: Queryable, now: Date): Promise<void> {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead));
  for (const table of tablesByMonth) await makeMonths(db, table, now, last);
}

/** Drops the months of a table that ended before a moment; those that somebody reads just then stay for the next time. */
export const dropMonths = statement("months_drop")<
  { dropped: number | null },
  [table: TableByMonth, before: Date]
>("select drop_months($1::text::regclass, $2) as dropped");
