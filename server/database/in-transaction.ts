import type pg from "pg";
import { sqlState } from "./client.ts";

type Options = {
  /** A snapshot is read-only, and shows what there was at its first statement. */
  isSnapshot?: boolean;
};

/** Runs `work` in one transaction on one connection. A deadlock or a serialization failure is tried again, twice. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { isSnapshot = false }: Options = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(isSnapshot ? "begin isolation level repeatable read read only" : "begin");
      const result = await work(client);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: Error) => (broken = failure));
      const state = sqlState(error);
      if ((state !== "40001" && state !== "40P01") || attempt === 3) throw error;
    } finally {
      client.release(broken);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt));
  }
}
