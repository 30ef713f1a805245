import { stringify } from "csv-stringify";
import type { FastifyReply } from "fastify";
import { pipeline, Readable } from "node:stream";

/** One column of a table: its head, and what a row has in it. Amounts belong in plain units, moments are UTC. */
export type CsvColumn<Row> = {
  header: string;
  value: (row: Row) => string | number | boolean | Date | null;
};

/**
 * Answers with a table as a CSV file (UTF-8, which a mark at its start tells spreadsheets), row by row as it is read.
 * Text that a spreadsheet would take for a formula is made plain by an apostrophe before it; numbers stay numbers.
 * `fileName` is our own: ASCII without quotes.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): FastifyReply {
  const records = async function* () {
    for await (const row of rows) yield columns.map(({ value }) => value(row));
  };
  const table = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ header }) => header),
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { boolean: (value) => (value ? "yes" : "no"), date: (value) => value.toISOString() },
  });
  // A reader that leaves, or a row that cannot be read, ends both; the answer is then cut off, never completed.
  pipeline(Readable.from(records()), table, () => {});
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(table);
}
