import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { listMigrations, readMigrated, readMigration } from "./migration-journal.ts";
import { migrateDatabase, requireMigrated } from "./migrate.ts";
import { runMigrations } from "./run-migrations.ts";

const quick = { lockMs: 100, pauseMs: 50, mostMs: 120_000 };
const later = Date.now() + 1e9;

async function database() {
  const { url, drop } = await createTestDatabase();
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  onTestFinished(drop);
  return { url, connect, client: await connect() };
}

const hasTable = async (client: pg.Client, name: string) =>
  (await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [name])).rows[0]
    ?.there;

test("of a migration that fails nothing stays, those before it do, and it is tried again", async () => {
  const { client } = await database();
  const good = readMigration("1000_good", later, "create table good (id int)");
  const bad = readMigration(
    "1001_bad",
    later + 1,
    "create table half (id int)--> statement-breakpoint\nselect 1 / 0",
  );
  await expect(runMigrations(client, [good, bad])).rejects.toThrow("division by zero");
  expect([await hasTable(client, "good"), await hasTable(client, "half")]).toEqual([true, false]);
  const { pending } = await readMigrated(client, [...listMigrations(), good, bad]);
  expect(pending.map(({ name }) => name)).toEqual(["1001_bad"]);
});

test("an index is made outside a transaction where its file says so", async () => {
  const { client } = await database();
  const text =
    "-- outside a transaction\ncreate index concurrently if not exists orders_by_nothing on orders (total_cents)";
  const migration = readMigration("1000_index", later, text);
  await runMigrations(client, [migration]);
  expect(await hasTable(client, "orders_by_nothing")).toBe(true);
  await expect(
    runMigrations(client, [readMigration("1001", later + 1, text.replace(/^.*\n/, ""))]),
  ).rejects.toThrow("cannot run inside a transaction block");
});

test("an index that was begun and not finished is made anew, and is good for something then", async () => {
  const { client, connect } = await database();
  const writer = await connect();
  await writer.query("begin");
  await writer.query("insert into former_handles (handle, user_id) select 'gone', id from users limit 0");
  const text =
    "-- outside a transaction\ncreate index concurrently if not exists handles_by_owner on former_handles (user_id, handle)";
  const migration = readMigration("1000_index", later, text);
  const isValid = async () => {
    const { rows } = await client.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('handles_by_owner')",
    );
    return rows[0]?.valid;
  };
  // Behind whoever writes it waits, and leaves what it has begun.
  const running = runMigrations(client, [migration], { patience: quick });
  const other = await connect();
  await eventually(async () => {
    const { rows } = await other.query(
      "select from pg_index where indexrelid = to_regclass('handles_by_owner') and not indisvalid",
    );
    expect(rows).toHaveLength(1);
  });
  await sleep(300);
  await writer.query("commit");
  await running;
  expect(await isValid()).toBe(true);
});

test("a migration that fails says which file it is", async () => {
  const { client } = await database();
  const bad = readMigration("1001_bad", later, "select 1 / 0");
  await expect(runMigrations(client, [bad])).rejects.toThrow("1001_bad: division by zero");
});

test("behind somebody who reads for long it waits a moment at a time, so that nobody waits long behind it", async () => {
  const { client, connect } = await database();
  const reader = await connect();
  await reader.query("begin");
  await reader.query("select from orders limit 1");
  const migration = readMigration("1000_column", later, "alter table orders add column probe int");
  let hasRun = false;
  const running = runMigrations(client, [migration], { patience: quick }).then(() => (hasRun = true));
  const other = await connect();
  // The reader is there until the end: whoever is held up by the migration meets this limit.
  await other.query("set statement_timeout = '60s'");
  for (let round = 0; round < 5; round++) await other.query("select from orders limit 1");
  expect(hasRun).toBe(false);
  await reader.query("commit");
  await running;
  await client.query("select probe from orders");
});

test("one whose table is never free gives up, says why, and has changed nothing", async () => {
  const { client, connect } = await database();
  const reader = await connect();
  await reader.query("begin");
  await reader.query("select from orders limit 1");
  const migration = readMigration("1000_column", later, "alter table orders add column probe int");
  await expect(runMigrations(client, [migration], { patience: { ...quick, mostMs: 300 } })).rejects.toThrow(
    /1000_column did not find its tables free.*pg_stat_activity/,
  );
});

test("a migration that was edited after it ran, and one that was passed over, are refused", async () => {
  const { url, client } = await database();
  await client.query("update drizzle.__drizzle_migrations set hash = 'another' where id = 3");
  await expect(migrateDatabase(url, "movable", { isStrict: true })).rejects.toThrow(
    /0002_refund-requests is not the migration that ran here/,
  );
  // In local mode, where stores of contributors live on, it is as it was.
  expect(await migrateDatabase(url, "movable")).toEqual([]);
  await client.query("delete from drizzle.__drizzle_migrations where id = 5");
  await expect(migrateDatabase(url, "movable")).rejects.toThrow(
    /has run later migrations without 0004_order-numbers/,
  );
});

test("a start that leaves the database alone refuses one that is behind, and serves one that is ahead", async () => {
  const { url, client } = await database();
  expect(await requireMigrated(url, "movable")).toBe(0);
  await expect(requireMigrated(url, "machine")).rejects.toThrow(
    /lacks the rules of this version.*npm run migrate/,
  );

  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', $1)", [
    later,
  ]);
  await client.query(
    "insert into drizzle.applied_rules (sha256, applied_at) values ('of the next version', now() + interval '1 minute')",
  );
  expect(await requireMigrated(url, "movable")).toBe(1);
  // An older version never puts its own rules back.
  expect(await migrateDatabase(url, "movable")).toEqual([]);
  const { rows } = await client.query("select from drizzle.applied_rules");
  expect(rows).toHaveLength(2);

  await client.query(
    "delete from drizzle.__drizzle_migrations where created_at >= (select created_at from drizzle.__drizzle_migrations order by created_at desc offset 1 limit 1)",
  );
  await expect(requireMigrated(url, "movable")).rejects.toThrow(
    /lacks 1 migration of this version.*npm run migrate/,
  );
});

test("the list of migrations goes on in time, so that none is ever passed over", () => {
  const times = listMigrations().map(({ when }) => when);
  expect(times.length).toBeGreaterThan(50);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});
