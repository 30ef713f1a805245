import type { ColumnRef, Node, RangeVar } from "@pgsql/types";

export type Column = { name: string; nullable: boolean };

/** Which columns each table, view and function (`name()`) of a database has, in their order, and which may be null. */
export type Catalog = Map<string, Column[]>;

/** Something that rows come from, under the name that the query gives it. `isOptional`: an outer join may find none. */
export type Source = { alias: string; columns: Column[]; isOptional: boolean };

/** What an expression can see: the sources of its query, and of those around it. */
export type Scope = {
  sources: Source[];
  ctes: ReadonlyMap<string, Column[]>;
  outer: Scope | undefined;
  /** Aggregates are of groups, and no group is empty. */
  isGrouped: boolean;
  /** Whether $1, $2, … are taken to be null. */
  withNulls: boolean;
  catalog: Catalog;
  /** The columns of a query inside of this one. */
  columnsOf: (query: Node, around: Scope) => Column[];
};

/** The same columns under other names, as far as there are any. */
export const rename = (columns: Column[], names: string[]): Column[] =>
  columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));

/** A list of words, such as a qualified name. */
export const wordsOf = (nodes: readonly Node[] = []): string[] =>
  nodes.flatMap((node) => ("String" in node && node.String.sval !== undefined ? [node.String.sval] : []));

export const lastWord = (nodes: readonly Node[] = []): string => wordsOf(nodes).at(-1) ?? "";

/** A table's name as the catalog has it: with its schema, unless that is where all are looked for. */
export const relationName = ({ schemaname, relname = "" }: RangeVar): string =>
  schemaname && schemaname !== "public" && schemaname !== "pg_catalog" ? `${schemaname}.${relname}` : relname;

/** Whether a column may be null where it is named. What cannot be found may be. */
export function isNullable(scope: Scope, { fields }: ColumnRef): boolean {
  const found = find(scope, wordsOf(fields));
  if (!found) return true;
  return found.source.isOptional || (found.column?.nullable ?? false);
}

/** The query goes on only with rows in which this column has a value; and so its source has a row. */
export function markNotNull(scope: Scope, { fields }: ColumnRef): void {
  const found = find(scope, wordsOf(fields));
  if (!found) return;
  found.source.isOptional = false;
  if (found.column) found.column.nullable = false;
}

/** A scope of its own in which something more is known. */
export const copyOf = (scope: Scope): Scope => ({
  ...scope,
  sources: scope.sources.map((source) => ({
    ...source,
    columns: source.columns.map((column) => ({ ...column })),
  })),
  outer: scope.outer && copyOf(scope.outer),
});

/** A column, or a source as a whole (the name of a source is its row). */
function find(scope: Scope, words: string[]): { source: Source; column?: Column } | undefined {
  const [first = "", second] = words;
  for (const source of scope.sources) {
    if (second !== undefined && source.alias !== first) continue;
    const column = source.columns.find(({ name }) => name === (second ?? first));
    if (column) return { source, column };
  }
  if (second === undefined) {
    const source = scope.sources.find(({ alias }) => alias === first);
    if (source) return { source };
  }
  return scope.outer && find(scope.outer, words);
}
