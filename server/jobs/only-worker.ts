import pg from "pg";
import { unlimitedSessionAt } from "#server/database/session-settings.ts";

/** SQL: the key of the lock that all workers share; whoever holds it lives. */
export const workerLock = "hashtext('openstall workers')";
const retryMs = 1_000;

/**
 * Takes this process's place among the workers on a database: a lock that they share, which ends with the process however
 * it ends: `databaseUrl` leads through no pooler. A worker that finds no other first runs `whileAlone`; others who start meanwhile wait for it.
 */
export async function joinWorkers(
  databaseUrl: string,
  whileAlone: () => Promise<void>,
): Promise<{ leave(): Promise<void> }> {
  let left = false;
  let client = await connect();
  try {
    const { rows } = await client.query<{ alone: boolean }>(
      `select pg_try_advisory_lock(${workerLock}) as alone`,
    );
    const isAlone = rows[0]?.alone ?? false;
    if (isAlone) await whileAlone();
    await client.query(`select pg_advisory_lock_shared(${workerLock})`);
    if (isAlone) await client.query(`select pg_advisory_unlock(${workerLock})`);
  } catch (error) {
    // With the connection its locks end: whoever tries again finds no worker that is none.
    await client.end().catch(() => {});
    throw error;
  }
  client.on("end", comeBack);

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      ...unlimitedSessionAt(databaseUrl),
      connectionTimeoutMillis: 5_000,
      application_name: "openstall worker",
    });
    next.on("error", () => {});
    await next.connect();
    return next;
  }

  /** The lock is lost with its connection, when the database restarts for example. */
  function comeBack(): void {
    if (left) return;
    setTimeout(() => {
      connect()
        .then(async (next) => {
          await next.query(`select pg_advisory_lock_shared(${workerLock})`);
          client = next;
          client.on("end", comeBack);
          if (left) await client.end();
        })
        .catch(comeBack);
    }, retryMs).unref();
  }

  return {
    async leave() {
      left = true;
      await client.end().catch(() => {});
    },
  };
}
