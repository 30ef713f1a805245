import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, test } from "vitest";
import { testApp } from "#tests/support/test-app.ts";

const { services } = await testApp();
const { pool } = services;

const add = (client: pg.Pool | pg.PoolClient, subject: string, change: number) =>
  client.query("select add_to_tally($1, $2)", [subject, change]);

async function tallyOf(subject: string) {
  const { rows } = await pool.query<{ sum: number; rows: number }>(
    "select coalesce(sum(count), 0)::int as sum, count(*)::int as rows from tallies where subject_id = $1",
    [subject],
  );
  return rows[0];
}

test("whatever adds to one tally at the same moment waits for nobody, and nothing of it is lost", async () => {
  const subject = randomUUID();
  await add(pool, subject, 1);
  const clients = [await pool.connect(), await pool.connect(), await pool.connect()];
  try {
    for (const client of clients) {
      await client.query("begin");
      await client.query("set local lock_timeout = '100ms'");
    }
    // Twice over: each has rows of its own by the second time.
    for (const client of [...clients, ...clients]) await add(client, subject, 2);
    await clients[0]?.query("rollback");
    for (const client of clients.slice(1)) await client.query("commit");
  } finally {
    for (const client of clients) client.release();
  }
  expect((await tallyOf(subject))?.sum).toBe(1 + 2 * 2 * 2);
});

test("changes one after the other add to the rows that are there", async () => {
  const subject = randomUUID();
  for (let change = 1; change <= 5; change++) await add(pool, subject, change);
  await add(pool, subject, -3);
  expect(await tallyOf(subject)).toEqual({ sum: 12, rows: 1 });
});

test("changes at once each count once", async () => {
  const subject = randomUUID();
  await Promise.all(Array.from({ length: 200 }, () => add(pool, subject, 1)));
  expect((await tallyOf(subject))?.sum).toBe(200);
});
