import { ConfigError } from "#server/config.ts";

/*
 * A database that a restore set back knows nothing of what was paid, given back and sent since. It says so itself, whichever
 * machine it is started from. The table is none of the schema's: what was restored may be older than any migration.
 */

type Client = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

/** Says that this database was set back to a moment, and that nobody has looked after it yet. */
export async function markSetBack(client: Client, to: Date): Promise<void> {
  await client.query("create table if not exists set_back (restored_to timestamptz not null)");
  await client.query("insert into set_back select $1::timestamptz where not exists (select from set_back)", [
    to,
  ]);
}

/** Says that somebody has. */
export async function clearSetBack(client: Client): Promise<void> {
  await client.query("drop table if exists set_back");
}

/**
 * Refuses a database that was set back and not looked after: a web server alone would give money back twice of which nothing
 * is written down any more. Throws `ConfigError` that says what to do.
 */
export async function requireLookedAfter(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('public.set_back') is not null as there");
  if (!(rows[0] as { there: boolean } | undefined)?.there) return;
  const found = await client.query("select restored_to as to from set_back limit 1");
  const to = (found.rows[0] as { to: Date } | undefined)?.to.toISOString();
  throw new ConfigError([
    `this database was set back to an earlier moment, and nobody has asked what happened since: npm run after-restore -- --to=${to ?? "<moment>"} (docs/backups.md)`,
  ]);
}
