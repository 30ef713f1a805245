import pg from "pg";
import { vi } from "vitest";

export type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
};

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node gave or threw away, over all of its loops. */
export const rowsOf = (node: PlanNode): number =>
  node["Actual Loops"] *
  (node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0));

type Asked = { text: string; values?: unknown[] };
type Explained = pg.QueryResult<{ "QUERY PLAN": [{ Plan: PlanNode }] }>;

/**
 * How many rows PostgreSQL handles for what `work` asks, summed over all nodes of all plans: a measure of work that is the
 * same on every machine. Runs each statement twice, first to see its plan, and takes back what that wrote.
 */
export async function rowsHandled(work: () => Promise<unknown>): Promise<number> {
  const original = pg.Client.prototype.query;
  const plans: Promise<Explained>[] = [];
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const send = (...sent: unknown[]): unknown => Reflect.apply(original, this, sent);
    const [first, given] = args as [string | Asked, unknown];
    const { text, values } = typeof first === "string" ? { text: first, values: undefined } : first;
    if (/^\s*(select|with|insert|update|delete)/i.test(text)) {
      const [before, after] =
        this.getTransactionStatus() === "T"
          ? ["savepoint measured", "rollback to savepoint measured"]
          : ["begin", "rollback"];
      // A connection takes one after the other.
      void send(before);
      const asked = values ?? (Array.isArray(given) ? given : []);
      plans.push(send(`explain (analyze, timing off, format json) ${text}`, asked) as Promise<Explained>);
      void send(after);
    }
    return send(...args);
  });
  try {
    await work();
  } finally {
    query.mockRestore();
  }
  const explained = (await Promise.all(plans)).flatMap(({ rows }) => rows);
  if (explained.length === 0) throw new Error("no statement was sent");
  return explained
    .flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan))
    .reduce((sum, node) => sum + rowsOf(node), 0);
}
