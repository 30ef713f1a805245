import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { probeEngine } from "./probe-engine.ts";
import { migrateDatabase } from "./migrate.ts";

/** A database in which `sql` was run, which then finds what is in the schema `other` before PostgreSQL's own. */
async function otherEngine(sql = ""): Promise<string> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await run(url, `create schema other; ${sql}`);
  await run(
    url,
    "do $$ begin execute format('alter database %I set search_path = other, pg_catalog, public', current_database()); end $$",
  );
  return url;
}

async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

test("PostgreSQL does what is relied on, and nothing of the probe stays", async () => {
  const url = await otherEngine();
  expect(await probeEngine(url)).toEqual({ notifies: true });
  const { rows } = await run(
    url,
    "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([]);
});

test.each([
  [
    "whose locks lock nobody out",
    "create function other.pg_try_advisory_lock(bigint) returns boolean language sql as 'select true'",
    /gives one lock to two connections: two workers would each believe that they are alone, and charge and send twice/,
  ],
  [
    "that gives no locks",
    "create function other.pg_try_advisory_lock(bigint) returns boolean language plpgsql as $$ begin raise exception 'unknown function'; end $$",
    /refuses what the store relies on \(unknown function\)/,
  ],
  [
    "that is a replica",
    "create function other.pg_is_in_recovery() returns boolean language sql as 'select true'",
    /is a replica, which cannot be written/,
  ],
  [
    "that begins transactions as serializable",
    "do $$ begin execute format('alter database %I set default_transaction_isolation = serializable', current_database()); end $$",
    /begins transactions as serializable/,
  ],
])("a server %s is refused in words", async (_what, sql, words) => {
  const url = await otherEngine(sql);
  await expect(probeEngine(url)).rejects.toThrow(words);
  await expect(probeEngine(url, "DATABASE_DIRECT_URL")).rejects.toThrow(
    /DATABASE_DIRECT_URL names a server.*PostgreSQL 15 or later/,
  );
});

test("a server whose notifications do not arrive is taken, and it is known", async () => {
  const deaf = await otherEngine(
    "create function other.pg_notify(text, text) returns void language sql as 'select null'",
  );
  expect(await probeEngine(deaf)).toEqual({ notifies: false });
});

test("a server that knows no triggers at commit is refused before anything is made", async () => {
  const url = await otherEngine(`
    drop schema public, drizzle, sandbox cascade; create schema public;
    create function other.refuse() returns event_trigger language plpgsql as $$ begin raise exception 'not supported here'; end $$;
    create event trigger no_triggers on ddl_command_start when tag in ('CREATE TRIGGER') execute function other.refuse()`);
  await expect(migrateDatabase(url, "movable")).rejects.toThrow(
    /without what the store's rules are made of \(not supported here\)/,
  );
  const { rows } = await run(
    url,
    "select nspname from pg_namespace where nspname in ('drizzle', 'openstall_probe')",
  );
  expect(rows).toEqual([]);
});
