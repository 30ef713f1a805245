import { getTableConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { listMigrations } from "./migration-journal.ts";
import { dropMonths, makeMonths, makeMonthsAhead } from "./months.ts";
import { runMigrations } from "./run-migrations.ts";
import { trafficQuarters } from "./schema/visits.ts";
import { inTransaction } from "./in-transaction.ts";

const app = await testApp();
const { pool } = app.services;
let ownerId: string;
beforeAll(async () => void ({ id: ownerId } = await makeCreator(app)));

const insertAt = (client: Pick<pg.Pool, "query">, ...buckets: string[]) =>
  client.query(
    `insert into traffic_quarters (owner_id, kind, channel, name, bucket, visits, views, checkouts, emails, tried, paid, added)
     select $1, 'SOURCE', 'LINK', 'x', b, 1, 1, 0, 0, 0, 0, 0 from unnest($2::timestamptz[]) b`,
    [ownerId, buckets],
  );
type Month = { month: string; starts: string; ends: string };
const listMonths = async (client: Pick<pg.Pool, "query"> = pool) =>
  (
    await client.query<Month>(
      `select month::text as month, starts::text as starts, (ends at time zone 'UTC')::date::text as ends
         from months_of('traffic_quarters') order by ends`,
    )
  ).rows;
/** A database of one's own, in which the creator is, too. */
async function ownDatabase() {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const client = await connect();
  await client.query("insert into users (id, email, handle) values ($1, 'of@months.example', 'of_months')", [
    ownerId,
  ]);
  return { client, connect };
}

/** SQL: the table as the version before had it. */
const asBefore = `
  create table kept (like traffic_quarters);
  drop table traffic_quarters;
  alter table kept rename to traffic_quarters;
  alter table traffic_quarters
    add constraint traffic_quarters_owner_id_bucket_kind_channel_name_pk primary key (owner_id, bucket, kind, channel, name),
    add constraint traffic_quarters_owner_id_users_id_fk foreign key (owner_id) references users (id) on delete cascade;
  create index traffic_quarters_age on traffic_quarters (bucket)`;
const utc = (text: string) => new Date(`${text}T00:00:00Z`);

test("a database that was brought up to date has this month and the three that follow, without a gap", async () => {
  const months = await listMonths();
  expect(months[0]).toMatchObject({ month: "traffic_quarters_before", starts: "-infinity" });
  const { rows } = await pool.query<{ whole: boolean; until: boolean }>(
    `select bool_and(starts = coalesce(before, '-infinity')) as whole,
            max(ends) >= date_trunc('month', now(), 'UTC') + interval '4 months' as until
       from (select starts, ends, lag(ends) over (order by ends) as before from months_of('traffic_quarters')) m`,
  );
  expect(rows).toEqual([{ whole: true, until: true }]);
});

test("two workers that make the same months at once make each of them once", async () => {
  const [first, last] = [utc("2041-01-31"), utc("2041-06-30")];
  const both = await Promise.all(
    Array.from({ length: 4 }, () => makeMonths(pool, "traffic_quarters", first, last)),
  );
  expect(both.flat().reduce((sum, { made }) => sum + (made ?? 0), 0)).toBe(6);
  expect((await listMonths()).filter(({ month }) => /_2041_/.test(month)).map(({ month }) => month)).toEqual(
    ["01", "02", "03", "04", "05", "06"].map((month) => `traffic_quarters_2041_${month}`),
  );
  await makeMonthsAhead(pool, utc("2041-03-31"));
  expect((await listMonths()).filter(({ month }) => /_2041_/.test(month))).toHaveLength(6);
});

test("whoever reads and writes a table goes on while a month of it is made", async () => {
  await inTransaction(pool, async (client) => {
    await insertAt(client, "2026-01-02T00:00:00Z");
    await client.query("select from traffic_quarters");
    const [row] = await makeMonths(pool, "traffic_quarters", utc("2042-01-01"), utc("2042-01-31"));
    expect(row?.made).toBe(1);
  });
});

test("months that have ended are dropped, unless somebody reads them just then, who waits for nobody", async () => {
  const { client, connect } = await ownDatabase();
  await makeMonths(client, "traffic_quarters", utc("2043-01-01"), utc("2043-04-01"));
  await insertAt(client, "2026-01-31T23:45:00Z", "2043-01-31T23:45:00Z", "2043-02-01T00:00:00Z");
  const reader = await connect();
  await reader.query("begin");
  await reader.query("select from traffic_quarters where bucket >= '2043-01-01Z'");
  const before = await listMonths(client);
  expect(await dropMonths(client, "traffic_quarters", utc("2043-02-01"))).toEqual([{ dropped: 0 }]);
  expect(await listMonths(client)).toEqual(before);
  await reader.query("commit");
  const dropped = before.length - 3;
  expect(await dropMonths(client, "traffic_quarters", utc("2043-02-01"))).toEqual([{ dropped }]);
  const left = await listMonths(client);
  expect(left.map(({ month }) => month)).toEqual(
    ["02", "03", "04"].map((month) => `traffic_quarters_2043_${month}`),
  );
  const { rows } = await client.query("select bucket from traffic_quarters");
  expect(rows).toEqual([{ bucket: utc("2043-02-01") }]);
});

test("a table of before there were months becomes the first of them, with its rows, however often that is begun", async () => {
  const { client } = await ownDatabase();
  await client.query(asBefore);
  await insertAt(client, "2025-09-30T23:45:00Z", "2026-11-01T00:00:00Z", "2033-05-31T10:00:00Z");
  const migration = listMigrations().find(({ name }) => name === "0076_months");
  if (!migration) throw new Error("there is no such migration");
  // As where it was cut off after its first statement.
  await client.query(String(migration.statements[0]));
  await insertAt(client, "2026-11-30T00:00:00Z");
  await runMigrations(client, [migration]);
  const there = "select array_agg(bucket::text order by bucket) as buckets from traffic_quarters";
  const carried = await client.query(there);
  expect(carried.rows[0]).toMatchObject({ buckets: { length: 4 } });
  // The clock of that shop had been moved on to 2033; what is there holds that month and the next.
  expect(await listMonths(client)).toEqual([
    { month: "traffic_quarters_before", starts: "-infinity", ends: "2033-07-01" },
  ]);
  await runMigrations(client, [migration]);
  expect((await client.query(there)).rows).toEqual(carried.rows);
  const { rows } = await client.query(
    `select count(*) filter (where contype = 'c')::int as checks, count(*) filter (where contype = 'f' and convalidated)::int as keys
       from pg_constraint where conrelid = 'traffic_quarters_before'::regclass`,
  );
  expect(rows).toEqual([{ checks: 0, keys: 1 }]);
  await client.query("delete from users where id = $1", [ownerId]);
  expect((await client.query("select from traffic_quarters")).rows).toEqual([]);
});

test("what Drizzle says of a table by month is so, of the table and of each month", async () => {
  const { columns, primaryKeys } = getTableConfig(trafficQuarters);
  const said = columns.map(({ name, notNull }) => [name, notNull]).toSorted();
  const { rows } = await pool.query<{ name: string; columns: [string, boolean][]; key: string }>(
    `select c.relname as name,
            (select json_agg(json_build_array(a.attname, a.attnotnull)) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
            (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'p') as key
       from pg_class c where c.relkind in ('r', 'p') and c.relname like 'traffic_quarters%'`,
  );
  expect(rows.length).toBeGreaterThan(3);
  const key = `PRIMARY KEY (${primaryKeys[0]?.columns.map(({ name }) => name).join(", ")})`;
  for (const row of rows) {
    expect(row.columns.toSorted()).toEqual(said);
    expect(row.key).toBe(key);
  }
});
