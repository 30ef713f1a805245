import type { ColumnRef, Node } from "@pgsql/types";
import { strictFunctions } from "./functions.ts";
import { lastWord } from "./scope.ts";

/** Columns that have a value wherever a condition is true: it would be null otherwise, or says so itself. */
export function notNullWhere(condition: Node | undefined): ColumnRef[] {
  if (!condition) return [];
  if ("BoolExpr" in condition) {
    const { boolop, args = [] } = condition.BoolExpr;
    if (boolop === "AND_EXPR") return args.flatMap(notNullWhere);
    return boolop === "NOT_EXPR" ? args.flatMap(notNullUnless) : [];
  }
  if ("NullTest" in condition)
    return condition.NullTest.nulltesttype === "IS_NOT_NULL" ? neededBy(condition.NullTest.arg) : [];
  if ("A_Expr" in condition) {
    const { kind, lexpr, rexpr } = condition.A_Expr;
    switch (kind) {
      case "AEXPR_OP":
      case "AEXPR_OP_ANY":
      case "AEXPR_LIKE":
      case "AEXPR_ILIKE":
        return [...neededBy(lexpr), ...neededBy(rexpr)];
      case "AEXPR_IN":
      case "AEXPR_BETWEEN":
        return neededBy(lexpr);
      default:
        return [];
    }
  }
  if ("SubLink" in condition)
    return condition.SubLink.subLinkType === "ANY_SUBLINK" ? neededBy(condition.SubLink.testexpr) : [];
  if ("BooleanTest" in condition)
    return condition.BooleanTest.booltesttype === "IS_TRUE" ? neededBy(condition.BooleanTest.arg) : [];
  return neededBy(condition);
}

/** Columns that have a value wherever a condition is not true. Only what is never null itself tells: `x is null`. */
export function notNullUnless(condition: Node | undefined): ColumnRef[] {
  if (!condition) return [];
  if ("NullTest" in condition)
    return condition.NullTest.nulltesttype === "IS_NULL" ? neededBy(condition.NullTest.arg) : [];
  if ("BoolExpr" in condition && condition.BoolExpr.boolop === "OR_EXPR")
    return (condition.BoolExpr.args ?? []).flatMap(notNullUnless);
  return [];
}

/** Columns without which an expression is null. Operators of PostgreSQL are strict. */
function neededBy(expression: Node | undefined): ColumnRef[] {
  if (!expression) return [];
  if ("ColumnRef" in expression) return [expression.ColumnRef];
  if ("TypeCast" in expression) return neededBy(expression.TypeCast.arg);
  if ("A_Expr" in expression && expression.A_Expr.kind === "AEXPR_OP")
    return [...neededBy(expression.A_Expr.lexpr), ...neededBy(expression.A_Expr.rexpr)];
  if ("FuncCall" in expression && strictFunctions.has(lastWord(expression.FuncCall.funcname)))
    return (expression.FuncCall.args ?? []).flatMap(neededBy);
  return [];
}
