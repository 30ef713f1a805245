import type pg from "pg";

/**
 * Every row of ours as text, sorted, by table: two dumps are equal where nothing has changed. `without` names tables
 * that change by merely asking.
 */
export async function dumpDatabase(
  pool: pg.Pool,
  without: string[] = ["rate_limits"],
): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'sandbox') order by 1, 2`,
  );
  const dump: Record<string, string[]> = {};
  for (const { schema, name } of tables.filter(({ name }) => !without.includes(name))) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${schema}"."${name}" t order by 1`,
    );
    dump[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  return dump;
}
