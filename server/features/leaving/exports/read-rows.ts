import type pg from "pg";
import QueryStream from "pg-query-stream";
import type { ExportedTable } from "./tables/exported-table.ts";

/** The rows of a creator, by a cursor of the transaction on `client`: however many there are, 500 are held at once. */
export async function* readRows<Data>(
  client: pg.PoolClient,
  { text }: Pick<ExportedTable, "text">,
  ownerId: string,
): AsyncGenerator<Data> {
  const rows = client.query(new QueryStream(text, [ownerId], { batchSize: 500 }));
  for await (const { data } of rows as AsyncIterable<{ data: Data }>) yield data;
}
