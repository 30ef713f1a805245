import type pg from "pg";

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
};

/** Which end of a column: what is longest, largest or latest, what is smallest, empty or earliest, and nothing at all. */
export type Extreme = "most" | "least" | "null";

const longText = `${'é👩‍🚀"<b>'.repeat(400)}, end`;

/** The extreme values of PostgreSQL's types that hold what people and machines write. Ids, documents and files stay. */
const valuesOf: Record<string, Record<"most" | "least", unknown[]>> = {
  text: { most: [longText, "x".repeat(200), "x"], least: ["", "x"] },
  integer: { most: [2_147_483_647, 99_999_999, 10_000, 1_000, 100, 20], least: [-2_147_483_648, 0, 1] },
  bigint: { most: ["9007199254740991", 2_147_483_647], least: ["-9007199254740991", 0, 1] },
  "timestamp with time zone": {
    // Days and years are counted on from it.
    most: ["9000-12-31T23:59:59.999Z"],
    least: ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"],
  },
  numeric: { most: ["1"], least: ["0"] },
  boolean: { most: [true], least: [false] },
};

/**
 * What names a row, opens or ends something, or says where bytes lie: with another value it is another thing, and no extreme.
 * What triggers count (`tallies`) has no value of its own.
 */
const isName = ({ table, column, type, nullable }: Column, extreme: Extreme) =>
  /^(id|sid|handle|slug|sess|has_store)$|_id$|_hash$|_key$|token|secret|salt|code$|folded|keyword|currency|^(archived|erased|revoked)_at$/.test(
    column,
  ) ||
  /^(sessions|verification_tokens|buyer_sessions|job_|mail_outbox|webhook_events|rate_limits|tallies)/.test(
    table,
  ) ||
  (extreme === "null" ? !nullable : !(type in valuesOf));

/**
 * Puts every column of every row to an extreme, as far as the database lets it: what a constraint refuses cannot be, and
 * the next value is tried. Returns which columns were changed.
 */
export async function stretchColumns(pool: pg.Pool, extreme: Extreme): Promise<string[]> {
  const { rows } = await pool.query<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type as type, c.is_nullable = 'YES' as nullable
       from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.is_generated = 'NEVER'
        and not exists (select from pg_class p where p.relname = c.table_name and p.relnamespace = 'public'::regnamespace and p.relispartition) order by 1, 2`,
  );
  const filled = new Set<string>();
  for (const table of new Set(rows.map((row) => row.table)))
    if ((await pool.query(`select from "${table}" limit 1`)).rowCount) filled.add(table);
  const changed: string[] = [];
  for (const one of rows.filter((column) => filled.has(column.table) && !isName(column, extreme))) {
    const values = extreme === "null" ? [null] : (valuesOf[one.type]?.[extreme] ?? []);
    for (const value of values) {
      const taken = await pool
        .query(`update "${one.table}" set "${one.column}" = $1`, [value])
        .catch(() => undefined);
      if (!taken) continue;
      if ((taken.rowCount ?? 0) > 0) changed.push(`${one.table}.${one.column}`);
      break;
    }
  }
  return changed;
}
