import { statement } from "#server/database/statement.ts";

/** A file of an export that is made of rows: a table for spreadsheets, or records for programs. */
export type ExportedTable = {
  /** Where in the ZIP it is. */
  path: string;
  /** What it is, in the words of the README. */
  says: string;
  kind: "CSV" | "JSON";
  /** The heads of a table; none of records, which name their fields. */
  headers: readonly string[];
  /** SQL that reads the rows of the creator `$1`: one column of JSON, the cells of a row or a record. */
  text: string;
};

type Described = {
  path: string;
  says: string;
  /** What a row has, by head or field: SQL. */
  columns: Readonly<Record<string, string>>;
  /** SQL from the tables to the order; every row is reached through the creator `$1`. */
  from: string;
};

/** A table for spreadsheets. */
export function csv({ path, says, columns, from }: Described): ExportedTable {
  const text = `select json_build_array(${Object.values(columns).join(", ")}) as data from ${from}`;
  return { path, says, kind: "CSV", headers: Object.keys(columns), text: registered(path, text) };
}

/** Records. A field whose name ends in `Document` is a rich text, and its HTML is written beside it. */
export function json({ path, says, columns, from }: Described): ExportedTable {
  const fields = Object.entries(columns).map(([field, sql]) => `${sql} as "${field}"`);
  const text = `select to_json(x) as data from (select ${fields.join(", ")} from ${from}) x`;
  return { path, says, kind: "JSON", headers: [], text: registered(path, text) };
}

/** Registered like every statement, so that PostgreSQL is asked whether it can be run. What it reads is JSON. */
function registered(path: string, text: string): string {
  const register = statement as unknown as (name: string) => (text: string) => unknown;
  register(`leaving_${path.replaceAll(/\W/g, "_")}`)(text);
  return text;
}

/** SQL: a moment as tables have it. */
export const moment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: cents in plain units. */
export const units = (cents: string): string => `(${cents}) / 100.0`;

/** SQL: several words in one cell. */
export const words = (array: string): string => `array_to_string(${array}, '; ')`;

/** SQL: the title of the product whose id this is. */
export const titleOf = (productId: string): string =>
  `(select named.title from products named where named.id = ${productId})`;
