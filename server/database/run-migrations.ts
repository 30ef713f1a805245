import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ConfigError } from "#server/config.ts";
import { sqlState } from "./client.ts";
import type { Migration } from "./migration-journal.ts";

export type Patience = {
  /** A migration that waits for a table keeps everybody behind it waiting, too: so it gives up, and comes back. */
  lockMs: number;
  pauseMs: number;
  mostMs: number;
};
const usual: Patience = { lockMs: 3_000, pauseMs: 2_000, mostMs: 600_000 };

/**
 * Runs migrations one after the other, each in a transaction of its own with the note that it ran; those of an empty database
 * in one. For a connection that holds the migrations' lock. Throws `ConfigError` where a table is never free for ten minutes,
 * and the database's error when one fails: of that one nothing stays.
 */
export async function runMigrations(
  client: pg.Client,
  pending: readonly Migration[],
  { isEmpty = false, patience = usual }: { isEmpty?: boolean; patience?: Patience } = {},
): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const batch of batchesOf(pending, isEmpty))
    await whenFree(batch.map(({ name }) => name).join(", "), patience, () =>
      runBatch(client, batch, patience.lockMs),
    );
}

/** What runs outside transactions is alone in any case. */
function batchesOf(pending: readonly Migration[], isEmpty: boolean): Migration[][] {
  const batches: Migration[][] = [];
  for (const migration of pending) {
    const last = batches.at(-1);
    if (isEmpty && last && !migration.isOutside && !last.some(({ isOutside }) => isOutside))
      last.push(migration);
    else batches.push([migration]);
  }
  return batches;
}

async function runBatch(client: pg.Client, batch: readonly Migration[], lockMs: number): Promise<void> {
  const isOutside = batch.some((migration) => migration.isOutside);
  if (!isOutside) await client.query("begin");
  try {
    await client.query("select set_config('lock_timeout', $1, $2)", [`${lockMs}ms`, !isOutside]);
    for (const { name, statements, hash, when } of batch) {
      if (isOutside) await dropHalfMade(client, statements);
      for (const text of statements) await runStatement(client, name, text);
      await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        hash,
        when,
      ]);
    }
    if (!isOutside) await client.query("commit");
  } catch (error) {
    if (!isOutside) await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    if (isOutside) await client.query("set lock_timeout = 0").catch(() => {});
  }
}

/** Throws the database's error as it came, with the file that it is about. */
async function runStatement(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query(text).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  });
}

/**
 * Drops what an earlier run of the same file began and did not finish: an index that is made beside sales stays invalid where
 * that is cut off or waits too long, and IF NOT EXISTS would take it for made. Whoever else makes one has another name for it.
 */
async function dropHalfMade(client: pg.Client, statements: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relkind = 'i' and $1 ~* ('\\mindex\\M[^;]*\\m' || c.relname || '\\M')`,
    [statements.join(";\n")],
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

const lockNotAvailable = "55P03";
const deadlock = "40P01";

/** Does `work` again while somebody else holds what it needs, for a while. */
export async function whenFree(
  what: string,
  patience: Patience = usual,
  work: () => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error);
      if (state !== lockNotAvailable && state !== deadlock) throw error;
      if (performance.now() - begun > patience.mostMs)
        throw new ConfigError(
          [
            `${what} did not find its tables free for ${Math.round(patience.mostMs / 60_000)} minutes: look for a transaction that has been open for long (pg_stat_activity), end it, and try again. Nothing was changed by it`,
          ],
          error,
        );
      await sleep(patience.pauseMs * (0.5 + Math.random()));
    }
  }
}
