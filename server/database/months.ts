import { statement, type Queryable } from "./statement.ts";

/** Tables that are partitioned by the month of a moment in their key (`tables by month` in `rules.sql`). */
export const tablesByMonth = ["traffic_quarters"] as const;
export type TableByMonth = (typeof tablesByMonth)[number];

const monthsAhead = 3;

/**
 * Makes the months that `table` lacks for rows of `first` to `last`. Nobody who reads or writes it waits meanwhile. Throws the
 * database's error where what its rows refer to is not free for two seconds: nothing is made then.
 */
export const makeMonths = (
  db: Queryable,
  table: TableByMonth,
  first: Date,
  last: Date,
): Promise<{ made: number | null }[]> => callMakeMonths(db, table, first, last);

/** Makes this month and the three that follow, of every such table. */
export async function makeMonthsAhead(db: Queryable, now: Date): Promise<void> {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead));
  for (const table of tablesByMonth) await makeMonths(db, table, now, last);
}

/** Drops the months of `table` that ended before a moment; those that somebody reads just then stay for the next time. */
export const dropMonths = (
  db: Queryable,
  table: TableByMonth,
  before: Date,
): Promise<{ dropped: number | null }[]> => callDropMonths(db, table, before);

const callMakeMonths = statement("months_make")<
  { made: number | null },
  [table: string, first: Date, last: Date]
>("select make_months($1::text::regclass, $2, $3) as made");

const callDropMonths = statement("months_drop")<{ dropped: number | null }, [table: string, before: Date]>(
  "select drop_months($1::text::regclass, $2) as dropped",
);
