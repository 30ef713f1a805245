import type pg from "pg";

/**
 * Makes the planner know what a test has written, in one table or in all. It waits as long as it has to: all databases of a
 * server share some tables, and while another test's vacuum has one of those, this one waits.
 */
export async function vacuumAnalyze(pool: pg.Pool, table = ""): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query(`vacuum analyze ${table}`);
  } finally {
    client.release(true);
  }
}
