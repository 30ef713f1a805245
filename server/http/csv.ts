import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { rowsForDesk } from "#server/database/desk-reads.ts";

/** One column of a table: its head, and what a row has in it. Amounts belong in plain units, moments are UTC. */
export type CsvColumn<Row> = {
  header: string;
  value: (row: Row) => string | number | boolean | Date | null;
};

/** What a cell may have in it. */
export type CsvCell = ReturnType<CsvColumn<never>["value"]>;

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/**
 * Answers with a table as a CSV file, piece by piece as its rows are read. `fileName` is our own: ASCII without quotes.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: Rows<Row>,
): FastifyReply {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(streamOf(rowsForDesk(piecesOf(headersOf(columns), rows, cellsBy(columns)))));
}

/** A table of rows as CSV; see `csvOfCells`. */
export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: Rows<Row>): Readable =>
  streamOf(piecesOf(headersOf(columns), rows, cellsBy(columns)));

/**
 * A table as CSV (UTF-8, which a mark at its start tells spreadsheets), piece by piece as it is read. Text is quoted, and what
 * a spreadsheet would take for a formula is made plain (`plainText`); numbers stay numbers.
 */
export const csvOfCells = (headers: readonly string[], rows: Rows<readonly CsvCell[]>): Readable =>
  streamOf(piecesOf(headers, rows, (cells) => cells));

const headersOf = (columns: readonly CsvColumn<never>[]) => columns.map(({ header }) => header);

const cellsBy =
  <Row>(columns: readonly CsvColumn<Row>[]) =>
  (row: Row) =>
    columns.map(({ value }) => value(row));

/** A row that cannot be read ends it: the answer is then cut off, never completed. */
const streamOf = (pieces: AsyncIterable<string>) => Readable.from(pieces, { objectMode: false });

/** Characters of a piece: to hand rows to a stream one by one takes longer than to write them. */
const pieceLength = 64 * 1024;

async function* piecesOf<Row>(
  headers: readonly string[],
  rows: Rows<Row>,
  cellsOf: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string> {
  let piece = `\uFEFF${lineOf(headers)}`;
  for await (const row of rows) {
    piece += lineOf(cellsOf(row));
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

const lineOf = (cells: readonly CsvCell[]) => `${cells.map(written).join(",")}\r\n`;

function written(cell: CsvCell): string {
  if (typeof cell === "string") return `"${plainText(cell).replaceAll('"', '""')}"`;
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return cell instanceof Date ? cell.toISOString() : String(cell ?? "");
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
