import type pg from "pg";
import { dumpDatabase } from "#tests/house/database-dump.ts";

/**
 * The tables with a row that says this anywhere, as often as they have one: the product's own and the sandbox provider's.
 * Not the mailbox, which stands for what has long arrived at somebody's own.
 */
export async function keptAbout(pool: pg.Pool, text: string): Promise<string[]> {
  const dump = await dumpDatabase(pool, ["rate_limits", "mailbox"]);
  return Object.entries(dump).flatMap(([table, rows]) =>
    rows.filter((row) => row.toLowerCase().includes(text.toLowerCase())).map(() => table),
  );
}
