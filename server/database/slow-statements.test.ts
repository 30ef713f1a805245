import { expect, inject, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "./client.ts";
import { inTransaction } from "./in-transaction.ts";

const url = inject("testDatabaseServer");

test("statements that take long are named in the log, and say nothing of their values", async () => {
  const warn = vi.fn<(about: object, words: string) => void>();
  const { pool, close } = openDatabase(url, 2, { slow: { ms: 500, log: { warn } as never } });
  onTestFinished(close);
  await pool.query("select 1");
  await pool.query({
    name: "wait_a_moment",
    text: "select pg_sleep($1), $2::text",
    values: [0.6, "maya@example.com"],
  });
  await inTransaction(pool, (client) => client.query("select\n  pg_sleep(0.6)"));
  await expect(
    pool.query("with s as materialized (select pg_sleep(0.6)) select $1 / (count(*) - 1) from s", [7]),
  ).rejects.toThrow("division by zero");
  expect(warn.mock.calls.map(([about]) => about)).toEqual([
    { statement: "wait_a_moment", ms: expect.any(Number) },
    { statement: "select pg_sleep(0.6)", ms: expect.any(Number) },
    {
      statement: "with s as materialized (select pg_sleep(0.6)) select $1 / (count(*) - 1) from s",
      ms: expect.any(Number),
    },
  ]);
});

test("nothing is timed where nobody asks", async () => {
  const { pool, close } = openDatabase(url, 1);
  onTestFinished(close);
  const client = await pool.connect();
  expect(Object.hasOwn(client, "query")).toBe(false);
  client.release();
});
