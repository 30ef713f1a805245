import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/free-port.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { migrateDatabase, requireVersion } from "./migrate.ts";

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await query(url, "drop schema public, drizzle, sandbox cascade; create schema public");
  return url;
}

test("an empty database is brought up to date by several processes at once, and stays so", async () => {
  const url = await emptyDatabase();
  await Promise.all([1, 2, 3].map(() => migrateDatabase(url, "movable")));
  const applied = await query(url, "select hash from drizzle.__drizzle_migrations order by id");
  expect(applied).not.toEqual([]);
  await migrateDatabase(url, "movable");
  expect(await query(url, "select hash from drizzle.__drizzle_migrations order by id")).toEqual(applied);
});

test("a database that was emptied gets the same tables again", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const empty = await emptyDatabase();
  await migrateDatabase(empty, "movable");
  const columns = `select table_schema, table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema in ('public', 'sandbox') order by 1, 2, 3`;
  expect(await query(empty, columns)).toEqual(await query(url, columns));
});

test("a store of before the first release is left as it is, and says how it is made anew", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await query(url, "update drizzle.__drizzle_migrations set created_at = 1");
  await expect(migrateDatabase(url, "movable")).rejects.toThrow(
    /before the first release.*remove the data folder/,
  );
});

test("rules are applied where others were applied last, and only there", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const triggers = "select tgname from pg_trigger where not tgisinternal order by 1";
  const all = await query(url, triggers);
  const applied = "select sha256 from drizzle.applied_rules";
  const [first] = await query(url, applied);
  await query(url, "drop trigger order_status_moves on orders");
  await migrateDatabase(url, "movable");
  expect(await query(url, triggers)).toHaveLength(all.length - 1);

  await query(
    url,
    "update drizzle.applied_rules set sha256 = 'of another version', applied_at = now() - interval '1 day'",
  );
  await migrateDatabase(url, "movable");
  expect(await query(url, triggers)).toEqual(all);
  expect(await query(url, applied)).toContainEqual(first);
});

test("rules that fail leave the database as it was, and are tried again", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await query(url, "update drizzle.applied_rules set sha256 = 'of another version'");
  await query(url, "alter table uploads rename to moved");
  await expect(migrateDatabase(url, "movable")).rejects.toThrow(/uploads/);
  expect(await query(url, "select sha256 from drizzle.applied_rules")).toEqual([
    { sha256: "of another version" },
  ]);
  await query(url, "alter table moved rename to uploads");
  await migrateDatabase(url, "movable");
  expect(await query(url, "select from drizzle.applied_rules")).toHaveLength(2);
});

test("PostgreSQL 15 and later are taken, older ones are refused by name", () => {
  for (const version of [150_000, 150_018, 160_004, 180_000])
    expect(() => requireVersion(version)).not.toThrow();
  expect(() => requireVersion(140_019)).toThrow(
    "DATABASE_URL names PostgreSQL 14. Openstall needs PostgreSQL 15 or later.",
  );
  expect(() => requireVersion(90_624)).toThrow("DATABASE_URL names PostgreSQL 9.");
});

test("what is wrong with DATABASE_URL is said without its password", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const closed = await freePort();
  const missing = new URL(url);
  missing.pathname = "/nowhere";
  const cases: [string, RegExp][] = [
    [
      `postgres://user:secret@127.0.0.1:${closed}/store`,
      /no PostgreSQL server can be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    ],
    [missing.href, /has no such database\. Create it first/],
  ];
  for (const [address, message] of cases) {
    const error = await migrateDatabase(address, "movable").catch((error: Error) => error);
    expect(error).toMatchObject({ name: "Error", message: expect.stringMatching(message) });
    expect(String(error)).not.toContain(new URL(address).password || "secret");
  }
});

test("a user who may not make tables is told so", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const role = `reader_${Math.random().toString(36).slice(2, 10)}`;
  await query(
    url,
    `drop schema public, drizzle, sandbox cascade; create schema public; create role ${role} login password 'secret'`,
  );
  onTestFinished(() => query(url, `drop role ${role}`).then(() => {}));
  const address = Object.assign(new URL(url), { username: role, password: "secret" }).href;
  await expect(migrateDatabase(address, "movable")).rejects.toThrow(
    /its user may not make tables.*ALTER DATABASE/,
  );
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
