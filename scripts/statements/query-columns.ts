import type {
  DeleteStmt,
  InsertStmt,
  Node,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from "@pgsql/types";
import { isNullableValue } from "./expressions.ts";
import { notNullWhere } from "./known-not-null.ts";
import {
  type Catalog,
  type Column,
  copyOf,
  lastWord,
  markNotNull,
  relationName,
  rename,
  type Scope,
  type Source,
  wordsOf,
} from "./scope.ts";
import { sourcesOf } from "./sources.ts";

/**
 * The columns that a query gives, and which of them may be null. What it cannot prove may be null: it errs on that side
 * alone. Throws where the query says something that nobody has taught it.
 */
export function columnsOfQuery(query: Node, around: Scope): Column[] {
  // What a query knows of its surroundings is true inside of it only.
  const outer = copyOf(around);
  if ("SelectStmt" in query) return ofSelect(query.SelectStmt, outer);
  if ("InsertStmt" in query) return ofInsert(query.InsertStmt, outer);
  if ("UpdateStmt" in query) return ofUpdate(query.UpdateStmt, outer);
  if ("DeleteStmt" in query) return ofDelete(query.DeleteStmt, outer);
  return [];
}

/** What is around the outermost query. `withNulls`: its values are taken to be null. */
export const surroundings = (catalog: Catalog, withNulls: boolean): Scope => ({
  sources: [],
  ctes: new Map(),
  outer: undefined,
  isGrouped: false,
  withNulls,
  catalog,
  columnsOf: columnsOfQuery,
});

function ofSelect(select: SelectStmt, outer: Scope): Column[] {
  const scope = scopeWith(select.withClause, outer);
  const { op = "SETOP_NONE", larg, rarg, valuesLists } = select;
  if (op !== "SETOP_NONE" && larg && rarg)
    return either(columnsOfQuery({ SelectStmt: larg }, scope), columnsOfQuery({ SelectStmt: rarg }, scope));
  if (valuesLists) return ofValues(valuesLists, scope);
  scope.sources = (select.fromClause ?? []).flatMap((from) => sourcesOf(from, scope));
  scope.isGrouped = (select.groupClause ?? []).some((by) => !("GroupingSet" in by));
  note(scope, select.whereClause);
  note(scope, select.havingClause);
  return ofTargets(select.targetList, scope);
}

function ofValues(rows: Node[], scope: Scope): Column[] {
  const columns = rows.map((row) =>
    ("List" in row ? (row.List.items ?? []) : []).map((value, at) => ({
      name: `column${at + 1}`,
      nullable: isNullableValue(value, scope),
    })),
  );
  return columns.reduce(either);
}

function ofInsert(insert: InsertStmt, outer: Scope): Column[] {
  const scope = scopeWith(insert.withClause, outer);
  const rows = target(insert.relation, scope.catalog);
  // A row that was there before keeps what it had.
  const isFresh = insert.onConflictClause?.action !== "ONCONFLICT_UPDATE";
  const written = isFresh && insert.selectStmt ? columnsOfQuery(insert.selectStmt, scope) : [];
  for (const [at, column] of (insert.cols ?? []).entries()) {
    const named = rows.columns.find(({ name }) => "ResTarget" in column && name === column.ResTarget.name);
    if (named) named.nullable &&= written[at]?.nullable ?? true;
  }
  scope.sources = [rows];
  return ofTargets(insert.returningClause?.exprs, scope);
}

/** What is returned is the row as it is afterwards: what it was found by may have been changed. */
function ofUpdate(update: UpdateStmt, outer: Scope): Column[] {
  const scope = scopeWith(update.withClause, outer);
  const before = target(update.relation, scope.catalog);
  scope.sources = [before];
  scope.sources.push(...(update.fromClause ?? []).flatMap((from) => sourcesOf(from, scope)));
  note(scope, update.whereClause);
  const written = new Map<string, boolean>();
  for (const set of update.targetList ?? [])
    if ("ResTarget" in set)
      written.set(
        set.ResTarget.name ?? "",
        set.ResTarget.val ? isNullableValue(set.ResTarget.val, scope) : true,
      );
  const fresh = target(update.relation, scope.catalog);
  const columns = before.columns.map(({ name, nullable }) => ({
    name,
    nullable:
      (fresh.columns.find((column) => column.name === name)?.nullable ?? true) &&
      (written.get(name) ?? nullable),
  }));
  scope.sources[0] = { ...before, columns };
  return ofTargets(update.returningClause?.exprs, scope);
}

function ofDelete(deletion: DeleteStmt, outer: Scope): Column[] {
  const scope = scopeWith(deletion.withClause, outer);
  scope.sources = [target(deletion.relation, scope.catalog)];
  scope.sources.push(...(deletion.usingClause ?? []).flatMap((from) => sourcesOf(from, scope)));
  note(scope, deletion.whereClause);
  return ofTargets(deletion.returningClause?.exprs, scope);
}

const note = (scope: Scope, condition: Node | undefined): void => {
  for (const column of notNullWhere(condition)) markNotNull(scope, column);
};

function scopeWith(withClause: WithClause | undefined, outer: Scope): Scope {
  const ctes = new Map(outer.ctes);
  const scope: Scope = { ...outer, sources: [], ctes, outer, isGrouped: false };
  for (const node of withClause?.ctes ?? []) {
    if (!("CommonTableExpr" in node)) continue;
    const { ctename = "", ctequery, aliascolnames } = node.CommonTableExpr;
    if (!ctequery) continue;
    const renamed = (columns: Column[]): Column[] => rename(columns, wordsOf(aliascolnames));
    if (withClause?.recursive && "SelectStmt" in ctequery && ctequery.SelectStmt.larg) {
      // What it begins with, then what follows from that: a column that may become null may be so from the start.
      ctes.set(ctename, renamed(columnsOfQuery({ SelectStmt: ctequery.SelectStmt.larg }, scope)));
      ctes.set(ctename, renamed(columnsOfQuery(ctequery, scope)));
    }
    ctes.set(ctename, renamed(columnsOfQuery(ctequery, scope)));
  }
  return scope;
}

function target(relation: RangeVar | undefined, catalog: Catalog): Source {
  const columns = relation && catalog.get(relationName(relation));
  if (!columns) throw new Error(`there is no table ${relation?.relname}`);
  return {
    alias: relation.alias?.aliasname ?? relation.relname ?? "",
    columns: columns.map((column) => ({ ...column })),
    isOptional: false,
  };
}

const either = (left: Column[], right: Column[]): Column[] =>
  left.map(({ name, nullable }, at) => ({ name, nullable: nullable || (right[at]?.nullable ?? true) }));

function ofTargets(targets: Node[] = [], scope: Scope): Column[] {
  return targets.flatMap((node) => {
    const { name, val } = "ResTarget" in node ? node.ResTarget : {};
    if (!val) return [];
    if ("ColumnRef" in val && val.ColumnRef.fields?.some((field) => "A_Star" in field)) {
      const [of] = wordsOf(val.ColumnRef.fields);
      return scope.sources
        .filter(({ alias }) => of === undefined || alias === of)
        .flatMap(({ columns, isOptional }) =>
          columns.map((column) => ({ name: column.name, nullable: isOptional || column.nullable })),
        );
    }
    return [{ name: name ?? nameOf(val), nullable: isNullableValue(val, scope) }];
  });
}

/** What PostgreSQL calls a column without a name: only what a query around it may ask for. */
function nameOf(value: Node): string {
  if ("ColumnRef" in value) return lastWord(value.ColumnRef.fields);
  if ("FuncCall" in value) return lastWord(value.FuncCall.funcname);
  if ("TypeCast" in value) return value.TypeCast.arg ? nameOf(value.TypeCast.arg) : "";
  if ("CoalesceExpr" in value) return "coalesce";
  if ("CaseExpr" in value) return "case";
  if ("A_ArrayExpr" in value) return "array";
  return "?column?";
}
