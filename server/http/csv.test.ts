import { parse } from "csv-parse/sync";
import fc from "fast-check";
import Fastify from "fastify";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { type CsvColumn, sendCsv } from "./csv.ts";

const csvOf = async <Row>(columns: CsvColumn<Row>[], rows: Iterable<Row> | AsyncIterable<Row>) => {
  const app = Fastify();
  app.get("/table", (_request, reply) => sendCsv(reply, "table.csv", columns, rows));
  return app.inject("/table");
};

test("a table is an attachment with a row of heads, in UTF-8, its texts in quotes", async () => {
  const { headers, body } = await csvOf(
    [
      { header: "Name", value: ({ name }) => name },
      { header: "Amount", value: ({ amount }) => amount },
      { header: "Since", value: () => new Date("2026-11-21T12:00:00Z") },
      { header: "Active", value: () => true },
      { header: "Until", value: () => null },
    ],
    [{ name: 'Zoë "Z", Ltd\nLondon', amount: -12.5 }],
  );
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="table.csv"',
  });
  expect(body).toBe(
    '\uFEFF"Name","Amount","Since","Active","Until"\r\n"Zoë ""Z"", Ltd\nLondon",-12.5,2026-11-21T12:00:00.000Z,yes,\r\n',
  );
});

/** Pieces of what breaks tables, and any text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."=+-@＝＋－＠".split("")),
      fc.constantFrom("\r\n", ..."\r\n\t;|,\"' \0\v\f\u0085\u2028\u2029\ufeff\u200b1a".split("")),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join("").toWellFormed());

const columns: CsvColumn<string[]>[] = [
  { header: "First", value: ([first = ""]) => first },
  { header: "Second", value: ([, second = ""]) => second },
  { header: "Amount", value: () => -12.5 },
];

/** An apostrophe that was put before a formula is taken back. */
const asTyped = (cell: string) =>
  cell.replaceAll(
    /(^|[;\t|\r\n\v\f\u0085\u2028\u2029])'(?=[;|\s"'\u0085\u200b\ufeff]*[=+\-@＝＋－＠])/gu,
    "$1",
  );

test("whatever a text is, two readers read it as it was typed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 5 }), async (rows) => {
      const { body } = await csvOf(columns, rows);
      const wanted = [["First", "Second", "Amount"], ...rows.map(([one, two]) => [one, two, "-12.5"])];
      const read: string[][] = parse(body, { bom: true });
      expect(read.map((cells) => cells.map(asTyped))).toEqual(wanted.map((cells) => cells.map(String)));
      const { data } = Papa.parse<string[]>(body.replace(/^\uFEFF/, ""), { delimiter: ",", newline: "\r\n" });
      expect(data.slice(0, -1).map((cells) => cells.map(asTyped))).toEqual(
        read.map((cells) => cells.map(asTyped)),
      );
    }),
    { numRuns: 200 },
  );
});

/** A cell that computes; the amount, a number of ours, does not. */
const formula = /^[\s"]*(?!-12\.5\s*$)[=+\-@＝＋－＠]/u;

test("no cell begins a formula, whatever separates cells and ends rows in the program that reads", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 3 }), async (rows) => {
      const { body } = await csvOf(columns, rows);
      const text = body.replace(/^\uFEFF/, "");
      for (const delimiter of [",", ";", "\t", "|"] as const)
        for (const newline of ["\r\n", "\n"] as const)
          for (const cell of Papa.parse<string[]>(text, { delimiter, newline }).data.flat())
            expect(cell).not.toMatch(formula);
      // A program that knows nothing of quotes.
      for (const cell of text.split(/[;\t|\r\n]/)) expect(cell).not.toMatch(formula);
    }),
    { numRuns: 200 },
  );
});

test("a long text of spaces and quotes takes no longer than any other", async () => {
  const text = `x${"\t ".repeat(100_000)}y${"'\"".repeat(100_000)}z`;
  expect(await processorMs(() => csvOf(columns, [[text, text]]))).toBeLessThan(1_000);
});

test("rows are read as they are sent, and a table of nothing has its heads", async () => {
  async function* rows() {
    for (let row = 1; row <= 20_000; row++) yield row;
  }
  const numbers: CsvColumn<number>[] = [{ header: "Row", value: (row) => row }];
  expect((await csvOf(numbers, rows())).body.trim().split("\r\n")).toHaveLength(20_001);
  expect((await csvOf(numbers, [])).body).toBe('\uFEFF"Row"\r\n');
});
