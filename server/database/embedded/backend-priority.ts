import { constants, setPriority } from "node:os";
import type pg from "pg";

/**
 * Lets whatever else is to be done on this machine go before the reads that a connection is for. Its backend is a process of
 * the embedded server, which is ours, of this machine, and reached directly; PostgreSQL itself knows no priorities.
 */
export function yieldToOthers(client: pg.PoolClient): void {
  const { processID } = client as pg.PoolClient & { processID: number };
  try {
    setPriority(processID, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The server is another account's, or the backend is gone: it reads as fast as it would anyway.
  }
}
