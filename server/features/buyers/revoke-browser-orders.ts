import type pg from "pg";
import { statement } from "#server/database/statement.ts";

/** Takes from a browser the proof of what was paid in it: whoever sits at it next opens nothing, by a kept cookie neither. */
export async function revokeBrowserOrders(pool: pg.Pool, browserHash: string | undefined): Promise<void> {
  if (browserHash !== undefined) await deleteBrowser(pool, browserHash);
}

const deleteBrowser = statement("buyers_delete_order_browser")<never, [browserHash: string]>(
  "delete from order_browsers where browser_hash = $1",
);
