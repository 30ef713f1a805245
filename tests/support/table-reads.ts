import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Plans?: Node[];
};

/** A table that a statement reads, and by which index's condition; null: it reads the whole of it. */
export type TableRead = { table: string; by: string | null };

/** What PostgreSQL would read for a statement: by an index wherever one helps, also where reading all seems cheap. */
export async function tableReads(
  pool: pg.Pool,
  { text, values }: { text: string; values: unknown[] },
): Promise<TableRead[]> {
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return inTransaction(pool, async (client) => {
    await client.query("set local enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `explain (format json) ${text}`,
      values,
    );
    return rows
      .flatMap((row) => nodes(row["QUERY PLAN"][0].Plan))
      .filter((node) => node["Node Type"] !== "ModifyTable")
      .map((node) => ({
        table: node["Relation Name"] ?? "",
        by: node["Index Cond"] ?? node["Recheck Cond"] ?? null,
      }));
  });
}
