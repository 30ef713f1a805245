import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type pg from "pg";

const nice = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lets whatever else is to be done on this machine go before the reads that a connection is for. Its backend is a process of
 * the embedded server, which is ours, of this machine, and reached directly; PostgreSQL itself knows no priorities.
 *
 * Linux shares a processor between sessions first and weighs processes within a session only, unless it was told otherwise
 * (sched(7), "The autogroup feature"). Each backend is a session of its own, so that one has to be told as well.
 */
export function yieldToOthers(client: pg.PoolClient): void {
  const { processID } = client as pg.PoolClient & { processID: number };
  for (const yields of [
    () => setPriority(processID, nice),
    () => writeFileSync(`/proc/${processID}/autogroup`, `${nice}`),
  ]) {
    try {
      yields();
    } catch {
      // The server is another account's, the backend is gone, or there are no such groups: it reads as fast as it would anyway.
    }
  }
}
