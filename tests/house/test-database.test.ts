import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createTestDatabase } from "#tests/support/test-database.ts";

test("every test database is migrated and apart from the others", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  onTestFinished(async () => {
    await one.drop();
    await two.drop();
  });
  await query(one.url, "create table only_here (id int)");
  const migrated = await tables(two.url);
  expect(migrated.length).toBeGreaterThan(5);
  expect(new Set(await tables(one.url))).toEqual(new Set(["only_here", ...migrated]));
});

test("a dropped test database is gone, even while somebody is connected to it", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => {});
  await client.connect();
  await database.drop();
  await expect(query(database.url, "select 1")).rejects.toThrow("does not exist");
});

async function tables(url: string): Promise<unknown[]> {
  const rows = await query(url, "select tablename from pg_tables where schemaname = 'public'");
  return rows.map((row) => row["tablename"]);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
