import { getFirstConsumedCharAfter } from "regexp-ast-analysis";
import { analyse, type ParsedLiteral, type Report } from "scslre";

type Node = { type: string };
type Literal = Node & { value: unknown; regex?: { pattern: string; flags: string } };
type Construction = Node & { callee: Node & { name?: string }; arguments: Node[] };
type Context = { report(finding: { node: Node; message: string }): void };

/**
 * Refuses patterns whose time grows faster than the text they read: text of a stranger would hold the process. `RegExp`
 * with a literal is read as well. A pattern made of variables is not, nor an attack that alternates characters:
 * tests/house/processor-time.test.ts measures those.
 */
const linearPatterns = {
  create: (context: Context) => {
    const check = (node: Node, source: string, flags: string) => {
      const [first] = reportsOf(source, flags);
      if (first)
        context.report({
          node,
          message: `Takes more than linear time for many of ${first.character.literal.source}: anchor it, bound or separate its quantifiers, or use trimCharacters, split and trim.`,
        });
    };
    const checkConstruction = (node: Construction) => {
      const [source, flags] = node.arguments as (Literal | undefined)[];
      if (node.callee.name === "RegExp" && typeof source?.value === "string")
        check(node, source.value, typeof flags?.value === "string" ? flags.value : "");
    };
    return {
      Literal: (node: Literal) => node.regex && check(node, node.regex.pattern, node.regex.flags),
      NewExpression: checkConstruction,
      CallExpression: checkConstruction,
    };
  },
};

/** A pattern that does not parse is the compiler's to refuse. */
function reportsOf(source: string, flags: string): Report[] {
  try {
    const backtracking = analyse({ source, flags }, { reportTypes: { Move: false } });
    const moves = analyse(
      { source, flags },
      { reportTypes: { Self: false, Trade: false }, assumeRejectingSuffix: true },
    );
    return [...backtracking.reports, ...moves.reports.filter((move) => mayFail(move, moves.parsed))];
  } catch {
    return [];
  }
}

/** A search that begins anew at each character is harmless where nothing has to follow: the first attempt succeeds. */
function mayFail(report: Report, { flags }: ParsedLiteral): boolean {
  if (report.type !== "Move") return true;
  const after = getFirstConsumedCharAfter(report.quant, "ltr", flags);
  return !after.empty || !after.look.char.isAll;
}

export default { meta: { name: "openstall" }, rules: { "linear-patterns": linearPatterns } };
