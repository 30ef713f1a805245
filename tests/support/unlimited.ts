import type pg from "pg";

/** Runs `work`, which makes much for a test, on a connection that no limit cuts off and that is closed after it. */
export async function unlimited<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    return await work(client);
  } finally {
    client.release(true);
  }
}
