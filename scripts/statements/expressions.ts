import type { CaseExpr, FuncCall, Node, SelectStmt, SubLink } from "@pgsql/types";
import {
  gatheringAggregates,
  isAggregate,
  neverNullFunctions,
  otherAggregates,
  strictFunctions,
} from "./functions.ts";
import { notNullUnless, notNullWhere } from "./known-not-null.ts";
import { copyOf, isNullable, lastWord, markNotNull, type Scope } from "./scope.ts";

/** Operators that look something up, and find nothing. All others give null for null alone. */
const lookups = new Set(["->", "->>", "#>", "#>>"]);

/** FRAMEOPTION_DEFAULTS of PostgreSQL (src/include/nodes/parsenodes.h): from the first row to this one and its equals. */
const defaultFrame = 1058;

/** Whether a value may be null. What it does not know may be. */
export function isNullableValue(value: Node, scope: Scope): boolean {
  const ask = (node: Node | undefined): boolean => !node || isNullableValue(node, scope);
  const any = (nodes: readonly Node[] = []): boolean => nodes.some(ask);
  if ("ParamRef" in value) return scope.withNulls;
  if ("A_Const" in value) return value.A_Const.isnull === true;
  if ("ColumnRef" in value) return isNullable(scope, value.ColumnRef);
  if ("TypeCast" in value) return ask(value.TypeCast.arg);
  if ("CollateClause" in value) return ask(value.CollateClause.arg);
  if ("NamedArgExpr" in value) return ask(value.NamedArgExpr.arg);
  if ("CoalesceExpr" in value) return (value.CoalesceExpr.args ?? []).every(ask);
  if ("MinMaxExpr" in value) return (value.MinMaxExpr.args ?? []).every(ask);
  if ("BoolExpr" in value) return ofBoolean(value.BoolExpr, scope);
  if ("CaseExpr" in value) return ofCase(value.CaseExpr, scope);
  if ("SubLink" in value) return ofSublink(value.SubLink, scope);
  if ("FuncCall" in value) return ofCall(value.FuncCall, ask, scope.isGrouped);
  if ("A_Expr" in value) {
    const { kind, name, lexpr, rexpr } = value.A_Expr;
    if (kind === "AEXPR_DISTINCT" || kind === "AEXPR_NOT_DISTINCT") return false;
    if (kind === "AEXPR_NULLIF" || lookups.has(lastWord(name))) return true;
    const right = rexpr && "List" in rexpr ? any(rexpr.List.items) : ask(rexpr);
    return (lexpr !== undefined && ask(lexpr)) || right;
  }
  const alwaysThere = [
    "NullTest",
    "BooleanTest",
    "A_ArrayExpr",
    "RowExpr",
    "SQLValueFunction",
    "GroupingFunc",
  ];
  return !alwaysThere.some((kind) => kind in value);
}

/** `a and b`: b is asked where a is true; a false a makes it false, whatever b is. `or` likewise. */
function ofBoolean({ boolop, args = [] }: { boolop?: string; args?: Node[] }, scope: Scope): boolean {
  const inside = copyOf(scope);
  return args.some((arg) => {
    const nullable = isNullableValue(arg, inside);
    const known = boolop === "AND_EXPR" ? notNullWhere(arg) : boolop === "OR_EXPR" ? notNullUnless(arg) : [];
    if (!nullable) for (const column of known) markNotNull(inside, column);
    return nullable;
  });
}

function ofCase({ arg, args = [], defresult }: CaseExpr, scope: Scope): boolean {
  const otherwise = copyOf(scope);
  for (const branch of args) {
    if (!("CaseWhen" in branch) || !branch.CaseWhen.result) return true;
    const { expr, result } = branch.CaseWhen;
    const inside = copyOf(otherwise);
    // `case x when 1`: the condition is a comparison that nobody wrote.
    const known = arg ? [] : notNullWhere(expr);
    for (const column of known) markNotNull(inside, column);
    if (isNullableValue(result, inside)) return true;
    if (!arg) for (const column of notNullUnless(expr)) markNotNull(otherwise, column);
  }
  return !defresult || isNullableValue(defresult, otherwise);
}

function ofSublink({ subLinkType, subselect, testexpr }: SubLink, scope: Scope): boolean {
  if (subLinkType === "EXISTS_SUBLINK" || subLinkType === "ARRAY_SUBLINK") return false;
  if (!subselect || !("SelectStmt" in subselect)) return true;
  const nullable = scope.columnsOf(subselect, scope).some((column) => column.nullable);
  if (subLinkType === "EXPR_SUBLINK") return nullable || !givesOneRow(subselect.SelectStmt);
  return nullable || !testexpr || isNullableValue(testexpr, scope);
}

/** An aggregate over all rows, or a value without any: there is one row, and not none. */
function givesOneRow(select: SelectStmt): boolean {
  const {
    op,
    groupClause,
    havingClause,
    limitCount,
    limitOffset,
    fromClause,
    whereClause,
    targetList,
    valuesLists,
  } = select;
  if ((op ?? "SETOP_NONE") !== "SETOP_NONE" || groupClause || havingClause || limitCount || limitOffset)
    return false;
  if (valuesLists) return false;
  return (!fromClause && !whereClause) || (targetList ?? []).some(hasAggregate);
}

function hasAggregate(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  if ("SubLink" in node) return false;
  if ("FuncCall" in node) {
    const call: FuncCall = node.FuncCall as FuncCall;
    if (!call.over && isAggregate(lastWord(call.funcname))) return true;
  }
  return Object.values(node).some(hasAggregate);
}

function ofCall(call: FuncCall, ask: (node: Node | undefined) => boolean, isGrouped: boolean): boolean {
  const name = lastWord(call.funcname);
  const args = call.args ?? [];
  // Groups are never empty, and no more is a window that reaches to its own row; any other may be.
  const hasRows =
    call.agg_filter === undefined && (call.over ? call.over.frameOptions === defaultFrame : isGrouped);
  if (neverNullFunctions.has(name)) return false;
  if (gatheringAggregates.has(name)) return !hasRows;
  if (otherAggregates.has(name)) return !hasRows || args.some(ask);
  return !strictFunctions.has(name) || args.some(ask);
}
