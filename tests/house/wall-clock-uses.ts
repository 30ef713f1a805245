import { type ESTree, parseSync, Visitor } from "vite";

/** Least limits of what waits: a lower one is a limit on the machine's speed. */
const leastLimitMs = { poll: 10_000, test: 900_000 };

const ticking = /^(performance\.(now|measure|mark)|process\.hrtime(\.bigint)?|console\.time(End|Log)?)$/;
const waiting = /^vi\.(waitFor|waitUntil)$/;
const declaring = /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b(?!\.(setTimeout|step|info))/;

/** Where a test goes by the time that something takes on this machine, as "line: code". */
export function wallClockUses(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const codeOf = ({ start, end }: ESTree.Node) => text.slice(start, end);
  const moments = new Set<string>();
  const found: string[] = [];
  const add = (node: ESTree.Node) =>
    found.push(`${text.slice(0, node.start).split("\n").length}: ${codeOf(node).split("\n")[0]}`);

  /** The present, by whichever clock: all of them go on while a test runs. */
  const isNow = (node: ESTree.Node) => /^(new Date\(\)|[\w.]+\.now\(\))(\.getTime\(\))?$/.test(codeOf(node));
  const isMoment = (node: ESTree.Node) =>
    isNow(node) || moments.has(codeOf(node)) || /(\.getTime\(\)|^Date\.parse\(.*\))$/s.test(codeOf(node));
  const limitOf = (node: ESTree.Node | undefined) =>
    node?.type === "Literal" && typeof node.value === "number" ? node.value : Infinity;
  const timeoutsIn = (node: ESTree.Node) =>
    node.type !== "ObjectExpression"
      ? []
      : node.properties.flatMap((one) =>
          one.type === "Property" && codeOf(one.key) === "timeout" ? [one.value] : [],
        );

  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && isNow(init)) moments.add(codeOf(id)).add(`${codeOf(id)}.getTime()`);
    },
    MemberExpression(node) {
      if (ticking.test(codeOf(node))) add(node);
    },
    CallExpression(node) {
      const callee = codeOf(node.callee);
      const isDeclared = declaring.test(callee);
      if (waiting.test(callee)) add(node);
      const least = isDeclared ? leastLimitMs.test : callee.startsWith("expect") ? leastLimitMs.poll : 0;
      for (const argument of node.arguments) {
        const limits = isDeclared ? [argument, ...timeoutsIn(argument)] : timeoutsIn(argument);
        if (limits.some((limit) => limitOf(limit) < least)) add(node);
      }
    },
    "BinaryExpression:exit"(node) {
      if (node.operator === "-" && isNow(node.left) && isMoment(node.right)) add(node);
    },
  }).visit(program);
  return found;
}
