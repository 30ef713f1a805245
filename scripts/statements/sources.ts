import type { JoinExpr, Node, RangeFunction } from "@pgsql/types";
import { notNullWhere } from "./known-not-null.ts";
import {
  type Column,
  lastWord,
  markNotNull,
  relationName,
  rename,
  type Scope,
  type Source,
  wordsOf,
} from "./scope.ts";

/**
 * The sources of a FROM. They are added to the scope one by one, so that a lateral one sees those before it; the
 * caller's scope is not changed.
 */
export function sourcesOf(from: Node, scope: Scope): Source[] {
  if ("JoinExpr" in from) return ofJoin(from.JoinExpr, scope);
  if ("RangeVar" in from) {
    const { relname = "", alias } = from.RangeVar;
    const name = relationName(from.RangeVar);
    const columns = scope.ctes.get(name) ?? scope.catalog.get(name);
    if (!columns) throw new Error(`there is no table ${name}`);
    return [source(alias?.aliasname ?? relname, rename(columns, wordsOf(alias?.colnames)))];
  }
  if ("RangeSubselect" in from) {
    const { subquery, alias, lateral } = from.RangeSubselect;
    if (!subquery) throw new Error("a subquery of nothing");
    const columns = scope.columnsOf(subquery, lateral ? scope : { ...scope, sources: [] });
    return [source(alias?.aliasname ?? "", rename(columns, wordsOf(alias?.colnames)))];
  }
  if ("RangeFunction" in from) return [ofFunction(from.RangeFunction, scope)];
  throw new Error(`rows from ${Object.keys(from).join()}`);
}

const source = (alias: string, columns: Column[]): Source => ({ alias, columns, isOptional: false });

function ofJoin({ jointype, larg, rarg, quals }: JoinExpr, scope: Scope): Source[] {
  if (!larg || !rarg) throw new Error("a join of nothing");
  const left = sourcesOf(larg, scope);
  const right = sourcesOf(rarg, { ...scope, sources: [...scope.sources, ...left] });
  // A row that one side of an outer join has alone did not meet the condition.
  const known = jointype === "JOIN_INNER" ? [...left, ...right] : jointype === "JOIN_LEFT" ? right : [];
  for (const column of notNullWhere(quals))
    markNotNull({ ...scope, sources: known, outer: undefined }, column);
  if (jointype === "JOIN_LEFT" || jointype === "JOIN_FULL") for (const each of right) each.isOptional = true;
  if (jointype === "JOIN_RIGHT" || jointype === "JOIN_FULL") for (const each of left) each.isOptional = true;
  return [...left, ...right];
}

/** Rows of functions: any value in them may be null, but for those of a series and the numbers of the rows. */
function ofFunction(
  { functions = [], alias, coldeflist, ordinality }: RangeFunction,
  { catalog }: Scope,
): Source {
  const calls = functions.map((list) => ("List" in list ? list.List.items?.[0] : undefined));
  const names = calls.map((call) => (call && "FuncCall" in call ? lastWord(call.FuncCall.funcname) : ""));
  const rows = catalog.get(`${names[0]}()`);
  if (rows) return source(alias?.aliasname ?? names[0] ?? "", rename(rows, wordsOf(alias?.colnames)));
  const defined = (coldeflist ?? []).flatMap((column) =>
    "ColumnDef" in column ? [column.ColumnDef.colname ?? ""] : [],
  );
  const called = alias?.aliasname ?? names[0] ?? "";
  const given = wordsOf(alias?.colnames);
  const columns: Column[] = defined.map((name) => ({ name, nullable: true }));
  if (defined.length === 0) {
    const values = ordinality ? given.slice(0, -1) : given;
    for (const name of values.length > 0 ? values : [called])
      columns.push({ name, nullable: names[0] !== "generate_series" });
    if (ordinality) columns.push({ name: given.at(-1) ?? "ordinality", nullable: false });
  }
  return source(called, columns);
}
