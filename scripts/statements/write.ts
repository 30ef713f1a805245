import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import * as tables from "#server/database/schema/tables.ts";
import { statements } from "#server/database/statement.ts";
import { readCatalog } from "./catalog.ts";
import { type DescribedColumn, describeStatement } from "./describe.ts";
import { receivedType, sentType } from "./type-names.ts";

/** Imports every file of the server that registers a statement. */
export async function importStatements(root: string): Promise<void> {
  const folder = join(root, "server");
  for (const file of (await readdir(folder, { recursive: true })).toSorted()) {
    // A test of the linter plants files here for a moment.
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file.includes("planted-")) continue;
    const path = join(folder, file);
    if (/tatement\(\s*"/.test(await readFile(path, "utf8"))) await import(path);
  }
}

/**
 * The file `server/database/described-statements.gen.ts`: what the database at the other end says of every registered
 * statement. Throws one error that names each statement that it refuses.
 */
export async function writeDescriptions(sql: postgres.Sql): Promise<string> {
  const catalog = await readCatalog(sql);
  const schema = await readSchema(sql);
  const written: string[] = [];
  const refused: string[] = [];
  for (const [name, text] of [...statements].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      const { parameters, columns } = await describeStatement(sql, text, catalog);
      const row = columns
        .map((column) => `${propertyName(column.name)}: ${typeOf(column, schema)}`)
        .join("; ");
      written.push(
        `  ${name}: { values: [${parameters.map(sentType).join(", ")}]; row: ${row ? `{ ${row} }` : "{}"} };`,
      );
    } catch (error) {
      refused.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (refused.length > 0)
    throw new Error(`PostgreSQL refuses ${refused.length} statements:\n${refused.join("\n")}`);
  return `import type { ColumnType, Json, WithNull } from "./as-described.ts";

/** What PostgreSQL says of every statement. Written by \`npm run statements\`, and by nobody's hand. */
export type Described = {
${written.join("\n")}
};
`;
}

/** Where the schema's columns stand in the database: `orders.status` is column 7 of table 16501. */
type Schema = Map<string, string>;

async function readSchema(sql: postgres.Sql): Promise<Schema> {
  const places = await sql<{ table: string; column: string; place: string }[]>`
    select n.nspname || '.' || c.relname as table, a.attname as column, c.oid || ' ' || a.attnum as place
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p')`;
  const types = new Map<string, string>();
  for (const [exported, table] of Object.entries(tables)) {
    if (!is(table, PgTable)) continue;
    const { columns, name, schema = "public" } = getTableConfig(table);
    for (const [key, value] of Object.entries(table)) {
      const column = columns.find((each) => each === value);
      if (column) types.set(`${schema}.${name}.${column.name}`, `ColumnType<"${exported}", "${key}">`);
    }
  }
  const schema: Schema = new Map();
  for (const { table, column, place } of places) {
    const type = types.get(`${table}.${column}`);
    if (type) schema.set(place, type);
  }
  return schema;
}

/** Text, JSON and lists of them, of which the schema may know more than the database. */
const describedBySchema = new Set([25, 114, 1009, 3802]);

function typeOf({ type, nullable, table, position }: DescribedColumn, schema: Schema): string {
  const asStored = describedBySchema.has(type) ? schema.get(`${table} ${position}`) : undefined;
  return `${asStored ?? receivedType(type)}${{ ALWAYS: " | null", WITH_NULL_VALUES: " | WithNull", NEVER: "" }[nullable]}`;
}

const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
