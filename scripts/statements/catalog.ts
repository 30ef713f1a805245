import { parse } from "libpg-query";
import type postgres from "postgres";
import { columnsOfQuery, surroundings } from "./query-columns.ts";
import type { Catalog } from "./scope.ts";

/**
 * Reads the tables and views that statements may name. PostgreSQL calls every column of a view nullable: which of them
 * are is found in the query that the view stands for.
 */
export async function readCatalog(sql: postgres.Sql): Promise<Catalog> {
  const catalog: Catalog = new Map();
  const columns = await sql<{ relation: string; name: string; nullable: boolean }[]>`
    select case when n.nspname in ('public', 'pg_catalog') then c.relname else n.nspname || '.' || c.relname end as relation,
           a.attname as name, not a.attnotnull as nullable
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p', 'v', 'm')
     order by c.oid, a.attnum`;
  for (const { relation, ...column } of columns)
    catalog.set(relation, [...(catalog.get(relation) ?? []), column]);
  // In the order in which they were made: a view stands on what was there before it.
  const views = await sql<{ name: string; query: string }[]>`
    select relname as name, pg_get_viewdef(oid) as query from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'v' order by oid`;
  for (const { name, query } of views) {
    const [only] = (await parse(query)).stmts ?? [];
    if (only?.stmt) catalog.set(name, columnsOfQuery(only.stmt, surroundings(catalog, true)));
  }
  const functions = await sql<{ name: string; query: string }[]>`
    select proname as name, prosrc as query from pg_proc
     where pronamespace = 'public'::regnamespace and proretset and prolang = (select oid from pg_language where lanname = 'sql')`;
  for (const { name, query } of functions) {
    const [only] = (await parse(query)).stmts ?? [];
    if (only?.stmt) catalog.set(`${name}()`, columnsOfQuery(only.stmt, surroundings(catalog, true)));
  }
  return catalog;
}
