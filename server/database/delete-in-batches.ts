import type pg from "pg";

const batchSize = 1_000;

/**
 * Runs a statement that deletes at most as many rows as its last parameter says, until it finds fewer. Each run is short and
 * commits by itself, so that nobody waits for a row of it, and what was deleted until `stopping` stays deleted.
 */
export async function deleteInBatches(
  pool: pg.Pool,
  statement: string,
  values: readonly unknown[],
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(statement, [...values, batchSize]);
    if ((rowCount ?? 0) < batchSize) return;
    stopping?.throwIfAborted();
  }
}
