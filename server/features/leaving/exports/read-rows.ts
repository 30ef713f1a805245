import type pg from "pg";
import QueryStream from "pg-query-stream";
import type { ExportedTable } from "./tables/exported-table.ts";

/** The longest record is a lesson of 3 MB, the longest row of a table a brief of 500 KB: of either no more than some 25 MB. */
const rowsAtOnce = { CSV: 50, JSON: 4 };

/**
 * The rows of a creator, by a cursor of the transaction on `client`: however many and however long there are, few are held at
 * once, those that are written and those that are read meanwhile.
 */
export async function* readRows<Data>(
  client: pg.PoolClient,
  { text, kind }: Pick<ExportedTable, "text" | "kind">,
  ownerId: string,
): AsyncGenerator<Data> {
  const rows = client.query(new QueryStream(text, [ownerId], { batchSize: rowsAtOnce[kind] }));
  for await (const { data } of rows as AsyncIterable<{ data: Data }>) yield data;
}
