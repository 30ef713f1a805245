import type pg from "pg";
import { hashToken } from "#server/secrets/secrets.ts";

/** Every row of ours as text, sorted, by table. `without` names tables that change by merely asking. */
export async function dumpDatabase(
  pool: pg.Pool,
  without: readonly string[] = changedByAsking,
): Promise<Record<string, string[]>> {
  const tables = await listTables(pool, without);
  const dump: Record<string, string[]> = Object.fromEntries(
    tables.map(({ schema, name }) => [`${schema}.${name}`, []]),
  );
  // One statement, where one for each table took most of the time of the tests that look at all of them.
  const selects = tables.map(
    ({ schema, name }) =>
      `select '${schema}.${name}' as name, to_jsonb(t)::text as row from "${schema}"."${name}" t`,
  );
  const { rows } = await pool.query<{ name: string; row: string }>(
    planned(`${selects.join(" union all ")} order by 2`),
  );
  for (const { name, row } of rows) dump[name]?.push(row);
  return dump;
}

/**
 * How many rows each table of ours has, and a hash of them all: two of these are equal where nothing has changed.
 * PostgreSQL sends no rows, where a dump is all of them.
 */
export async function fingerprintDatabase(
  pool: pg.Pool,
  without: readonly string[] = changedByAsking,
): Promise<Record<string, string>> {
  const tables = await listTables(pool, without);
  const { rows } = await pool.query<{ name: string; rows: string }>(
    planned(
      tables
        .map(
          ({ schema, name }) =>
            `select '${schema}.${name}' as name, count(*) || ' rows: ' || coalesce(md5(string_agg(row, ',' order by row)), '') as rows
             from (select md5(to_jsonb(t)::text) as row from "${schema}"."${name}" t) hashed`,
        )
        .join(" union all "),
    ),
  );
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found]));
}

/** Planned once for each connection: for so many tables that takes as long as reading them. */
const planned = (text: string) => ({ name: hashToken(text).slice(0, 32), text });

const changedByAsking: readonly string[] = ["rate_limits"];

async function listTables(pool: pg.Pool, without: readonly string[]) {
  const { rows } = await pool.query<{ schema: string; name: string }>(
    // A row of a partition is one of its table.
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'sandbox') order by 1, 2`,
  );
  return rows.filter(({ name }) => !without.includes(name));
}
