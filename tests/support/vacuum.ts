import type pg from "pg";
import { unlimited } from "./unlimited.ts";

/**
 * Makes the planner know what a test has written, in one table or in all. It waits as long as it has to: all databases of a
 * server share some tables, and while another test's vacuum has one of those, this one waits.
 */
export async function vacuumAnalyze(pool: pg.Pool, table = ""): Promise<void> {
  await unlimited(pool, (client) => client.query(`vacuum analyze ${table}`));
}
