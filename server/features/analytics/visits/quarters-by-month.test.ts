import { expect, test } from "vitest";
import { getTraffic } from "#contract/analytics/visits.ts";
import { makeMonths } from "#server/database/months.ts";
import { statements } from "#server/database/statement.ts";
import { eraseRows } from "#server/features/leaving/deletion/erase-rows.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { deleteVisits } from "./forget-visits.ts";
import { rollUpTraffic } from "./roll-up-traffic.ts";

const app = await testApp();
const { pool } = app.services;

const insertQuarters = (ownerId: string, ...buckets: Date[]) =>
  pool.query(
    `insert into traffic_quarters (owner_id, kind, channel, name, bucket, visits, views, checkouts, emails, tried, paid, added)
     select $1, 'SOURCE', 'LINK', 'x', b, 1, 1, 0, 0, 0, 0, 0 from unnest($2::timestamptz[]) b`,
    [ownerId, buckets],
  );
const listBuckets = async (ownerId: string) => {
  const { rows } = await pool.query<{ bucket: Date }>(
    "select bucket from traffic_quarters where owner_id = $1 order by bucket",
    [ownerId],
  );
  return rows.map(({ bucket }) => bucket.toISOString().slice(0, 10));
};
const visitAt = async (ownerId: string, at: Date) => {
  await pool.query(
    `with visit as (
       insert into visits (id, owner_id, started_at, channel, source, views, step)
       values (gen_random_uuid(), $1, $2, 'LINK', 'x', 1, 1) returning *)
     insert into traffic_marks (owner_id, bucket) select owner_id, date_bin('15 minutes', started_at, '2000-01-01Z') from visit`,
    [ownerId, at],
  );
};
const utc = (text: string) => new Date(`${text}T00:00:00Z`);

test("where the clock is moved on by years, and no job has made its months, what is counted has a place and is read", async () => {
  const creator = await makeCreator(app);
  app.clock.advance({ days: 1_000 });
  await visitAt(creator.id, app.clock.now());
  // And of before what the clock is moved on to.
  app.clock.advance({ days: 80 });
  await visitAt(creator.id, app.clock.now());
  await rollUpTraffic(app.services);
  expect(await listBuckets(creator.id)).toHaveLength(2);
  const { body } = await app.as(creator).call(getTraffic, { querystring: { period: "1y" } });
  expect(body.total.visits).toBe(2);
});

test("quarters stay for 13 months and to the end of the last of them, and then their month is gone", async () => {
  const creator = await makeCreator(app);
  const now = app.clock.now();
  const [old, edge] = [14, 13].map(
    (ago) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)),
  );
  if (!old || !edge) throw new Error("there are two");
  await makeMonths(pool, "traffic_quarters", old, now);
  await insertQuarters(creator.id, utc("2020-01-31"), old, edge);
  await deleteVisits(app.services);
  expect(await listBuckets(creator.id)).toEqual([edge.toISOString().slice(0, 10)]);
  const { rows } = await pool.query<{ left: boolean; ahead: boolean }>(
    `select bool_or(ends <= $1) as left, max(ends) > $2::timestamptz + interval '3 months' as ahead from months_of('traffic_quarters')`,
    [edge, now],
  );
  expect(rows).toEqual([{ left: false, ahead: true }]);
});

test("who erases an account erases its rows of every month, and none of another's at the same places", async () => {
  const [gone, stays] = [await makeCreator(app), await makeCreator(app)];
  const days = ["2050-01-05", "2050-02-05", "2050-03-05"].map(utc);
  await makeMonths(pool, "traffic_quarters", utc("2050-01-01"), utc("2050-03-01"));
  const [first, ...others] = days;
  if (!first) throw new Error("there is one");
  await insertQuarters(gone.id, first);
  await insertQuarters(stays.id, ...others);
  await eraseRows(app.services, gone.id);
  expect(await listBuckets(gone.id)).toEqual([]);
  expect(await listBuckets(stays.id)).toEqual(["2050-02-05", "2050-03-05"]);
});

const [owners, buckets, now] = [
  ["00000000-0000-4000-8000-000000000001"],
  ["2060-05-17T10:00:00Z"],
  utc("2060-05-20"),
];
test.each<[name: string, values: unknown[]]>([
  ["analytics_delete_quarters", [owners, buckets, now]],
  ["analytics_insert_days", [owners, ["2060-05-17"]]],
  [
    "analytics_select_traffic",
    [owners[0], utc("2060-05-10"), utc("2060-05-20"), "2060-05-10", "2060-05-19", "UTC", null],
  ],
])("%s looks into no month but its own", async (name, values) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "insert into users (id, email, handle) values ($1, 'of@months.example', 'of_months')",
      [owners[0]],
    );
    await makeMonths(client, "traffic_quarters", utc("2060-01-01"), utc("2060-12-01"));
    await client.query(
      `insert into traffic_quarters (owner_id, kind, channel, name, bucket, visits, views, checkouts, emails, tried, paid, added)
       select $1, 'SOURCE', 'LINK', 'x', b, 1, 1, 0, 0, 0, 0, 0 from generate_series('2060-01-01Z'::timestamptz, '2060-12-31Z', interval '1 hour') b`,
      [owners[0]],
    );
    await client.query("insert into traffic_marks (owner_id, bucket) values ($1, $2)", [
      owners[0],
      buckets[0],
    ]);
    await client.query("analyze traffic_quarters");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain (analyze, costs off, timing off) ${statements.get(name)}`,
      values,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const looked = [...plan.matchAll(/ on (traffic_quarters_\w+) q[^\n]*\(actual/g)].map(
      ([, month]) => month,
    );
    expect(new Set(looked), plan).toEqual(new Set(["traffic_quarters_2060_05"]));
  } finally {
    await client.query("rollback");
    client.release();
  }
});
