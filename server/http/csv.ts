import { stringify } from "csv-stringify";
import type { FastifyReply } from "fastify";
import { pipeline, Readable } from "node:stream";
import { rowsForDesk } from "#server/database/desk-reads.ts";

/** One column of a table: its head, and what a row has in it. Amounts belong in plain units, moments are UTC. */
export type CsvColumn<Row> = {
  header: string;
  value: (row: Row) => string | number | boolean | Date | null;
};

/** What a cell may have in it. */
export type CsvCell = ReturnType<CsvColumn<never>["value"]>;

/**
 * Answers with a table as a CSV file, row by row as it is read. `fileName` is our own: ASCII without quotes.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): FastifyReply {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(csvOf(columns, rowsForDesk(rows)));
}

/** A table of rows as CSV; see `csvOfCells`. */
export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Readable =>
  csvOfCells(
    columns.map(({ header }) => header),
    (async function* () {
      for await (const row of rows) yield columns.map(({ value }) => value(row));
    })(),
  );

/**
 * A table as CSV (UTF-8, which a mark at its start tells spreadsheets), row by row as it is read. Text is quoted, and what
 * a spreadsheet would take for a formula is made plain (`plainText`); numbers stay numbers.
 */
export function csvOfCells(headers: readonly string[], rows: AsyncIterable<readonly CsvCell[]>): Readable {
  const table = stringify({
    bom: true,
    header: true,
    columns: [...headers],
    quoted_string: true,
    record_delimiter: "windows",
    cast: {
      string: plainText,
      boolean: (value) => (value ? "yes" : "no"),
      date: (value) => value.toISOString(),
    },
  });
  // A reader that leaves, or a row that cannot be read, ends both; the answer is then cut off, never completed.
  pipeline(Readable.from(rows), table, () => {});
  return table;
}

/**
 * What may stand between the start of a cell and its first sign. A program that separates by semicolons, tabs or bars,
 * or that ends a row at each line end, begins a cell inside of a quoted one.
 */
const gap = String.raw`;|\s"'\u0085\u200b\ufeff`;
const gapAndNext = new RegExp(`(^[${gap}]*|[${gap}]+)([^${gap}]|$)`, "gu");
const separator = /[;\t|\r\n\v\f\u0085\u2028\u2029]/gu;

/** The signs of OWASP's page on CSV injection, and their full-width forms. */
const formulaSigns = "=+-@＝＋－＠";
/** Nearly every text has none, and is told so by one look. */
const beginsFormula = new RegExp(`(?:^|[${gap}])[${formulaSigns.replace("-", String.raw`\-`)}]`, "u");

/**
 * The text with an apostrophe at each start of a formula, which programs take for "this is text". It can be taken back:
 * a start that has apostrophes gets one more.
 */
function plainText(text: string): string {
  if (!beginsFormula.test(text)) return text;
  return text.replaceAll(gapAndNext, (whole, before: string, next: string, offset: number) =>
    next !== "" && formulaSigns.includes(next)
      ? (offset === 0 ? "'" : "") + before.replaceAll(separator, "$&'") + next
      : whole,
  );
}
