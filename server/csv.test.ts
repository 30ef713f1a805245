import Fastify from "fastify";
import { expect, test } from "vitest";
import { type CsvColumn, sendCsv } from "./csv.ts";

const csvOf = async <Row>(columns: CsvColumn<Row>[], rows: Iterable<Row> | AsyncIterable<Row>) => {
  const app = Fastify();
  app.get("/table", (_request, reply) => sendCsv(reply, "table.csv", columns, rows));
  return app.inject("/table");
};

test("a table is an attachment with a row of heads, in UTF-8", async () => {
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
    '\uFEFFName,Amount,Since,Active,Until\r\n"Zoë ""Z"", Ltd\nLondon",-12.5,2026-11-21T12:00:00.000Z,yes,\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])(
  "%j is text in a spreadsheet, too",
  async (name) => {
    const { body } = await csvOf([{ header: "Name", value: (row: string) => row }], [name]);
    expect(body.split(/Name\r\n"?/)[1]).toMatch(/^'/);
  },
);

test("rows are read as they are sent, and a table of nothing has its heads", async () => {
  async function* rows() {
    for (let row = 1; row <= 20_000; row++) yield row;
  }
  const columns: CsvColumn<number>[] = [{ header: "Row", value: (row) => row }];
  expect((await csvOf(columns, rows())).body.trim().split("\r\n")).toHaveLength(20_001);
  expect((await csvOf(columns, [])).body).toBe("\uFEFFRow\r\n");
});
