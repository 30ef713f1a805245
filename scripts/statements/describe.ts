import { parse } from "libpg-query";
import type postgres from "postgres";
import { columnsOfQuery, surroundings } from "./query-columns.ts";
import type { Catalog } from "./scope.ts";

/** A column of a statement: the OID of its type, when it may be null, and where in a table it stands as it is. */
export type DescribedColumn = {
  name: string;
  type: number;
  nullable: "ALWAYS" | "WITH_NULL_VALUES" | "NEVER";
  table: number;
  position: number;
};

export type DescribedStatement = { parameters: number[]; columns: DescribedColumn[] };

/**
 * Has PostgreSQL prepare a statement, and says what it takes and gives. Nothing is run. Throws PostgreSQL's error where
 * it cannot be prepared, and where two columns have one name.
 */
export async function describeStatement(
  sql: postgres.Sql,
  text: string,
  catalog: Catalog,
): Promise<DescribedStatement> {
  const { types, columns } = await sql.unsafe(text).describe();
  const named = columns ?? [];
  const nullable = await nullability(text, catalog, named.length);
  const twice = named.find(({ name }, at) => named.findIndex((other) => other.name === name) !== at);
  if (twice) throw new Error(`two columns are called ${twice.name}`);
  return {
    parameters: types,
    columns: named.map(({ name, type, table, number }, at) => ({
      name,
      type,
      nullable: nullable[at] ?? "ALWAYS",
      table,
      position: number,
    })),
  };
}

async function nullability(
  text: string,
  catalog: Catalog,
  count: number,
): Promise<DescribedColumn["nullable"][]> {
  const [only] = (await parse(text)).stmts ?? [];
  const columns = (withNulls: boolean) =>
    only?.stmt ? columnsOfQuery(only.stmt, surroundings(catalog, withNulls)) : [];
  const withoutNulls = columns(false);
  const withNulls = columns(true);
  if (withNulls.length !== count) throw new Error(`${withNulls.length} of ${count} columns were understood`);
  return withNulls.map(({ nullable }, at) => {
    if (!nullable) return "NEVER";
    return withoutNulls[at]?.nullable ? "ALWAYS" : "WITH_NULL_VALUES";
  });
}
