import type pg from "pg";
import { statement } from "#server/database/statement.ts";

/**
 * Runs `work` unless somebody else, in any process, is at the same thing; answers whether it ran. The lock belongs to a
 * connection, not to a transaction: outside calls may take longer than a transaction may lie idle.
 */
export async function aloneWith(
  sessions: pg.Pool,
  what: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await sessions.connect();
  let isBroken = true;
  try {
    const [{ alone } = { alone: false }] = await tryLock(client, what);
    if (alone) {
      try {
        await work();
      } finally {
        await unlock(client, what);
      }
    }
    isBroken = false;
    return alone;
  } finally {
    // A connection that may still hold the lock is closed.
    client.release(isBroken);
  }
}

const tryLock = statement("social_try_lock")<{ alone: boolean }, [what: string]>(
  "select pg_try_advisory_lock(hashtextextended($1, 0)) as alone",
);

const unlock = statement("social_unlock")<never, [what: string]>(
  "select pg_advisory_unlock(hashtextextended($1, 0))",
);
