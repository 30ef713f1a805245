import type pg from "pg";
import { creatorZone, startOfDay } from "#server/database/creator-zone.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { makeMonths } from "#server/database/months.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { columns, figuresOfProducts, figuresOfVisits, sums } from "./traffic-figures.ts";

const atOnce = 300;
/** What is told apart of a quarter and of a day; the rest is one row: anybody can invent sources. */
const mostSources = 200;

type Marks = { owners: string[]; buckets: string[] };

/**
 * Counts anew each quarter of an hour in which visits changed, and its day. It replaces them whole, so that repeating it, a crash
 * within it and what comes late change nothing about the sum; one process does so at a time.
 */
export async function rollUpTraffic(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    const now = clock.now();
    // They have been made for months, but where no job ran for as long, or the clock of a laptop was moved on.
    await makeMonths(pool, "traffic_quarters", new Date(now.getTime() - countedMs), now);
    const taken = await inTransaction(pool, (client) => rollUpSome(client, now));
    if (taken < atOnce) return;
    stopping?.throwIfAborted();
  }
}

async function rollUpSome(client: pg.PoolClient, now: Date): Promise<number> {
  const [lock] = await tryLock(client);
  if (!lock?.locked) return 0;
  // What commits its mark from here on is counted by the next run; what committed before is seen by the counting below.
  const marks = await takeMarks(client, atOnce);
  if (marks.length === 0) return 0;
  const quarters = marks.filter(({ bucket }) => bucket !== "-infinity");
  const some: Marks = {
    owners: quarters.map(({ ownerId }) => ownerId),
    buckets: quarters.map(({ bucket }) => bucket),
  };
  // Of what is older the visits are gone, or go.
  await deleteQuarters(client, some.owners, some.buckets, now);
  await insertQuarters(client, some.owners, some.buckets, now);
  const days = await listDays(client, some.owners, some.buckets, now);
  const moved = marks.filter(({ bucket }) => bucket === "-infinity").map(({ ownerId }) => ownerId);
  const all = await listAllDays(client, moved, now);
  const [owners, dates] = [
    [...days, ...all].map(({ ownerId }) => ownerId),
    [...days, ...all].map(({ day }) => day),
  ];
  await deleteDays(client, owners, dates);
  await insertDays(client, owners, dates);
  return marks.length;
}

const tryLock = statement("analytics_try_lock")<{ locked: boolean }, []>(
  "select pg_try_advisory_xact_lock(hashtextextended('roll up traffic', 0)) as locked",
);

const takeMarks = statement("analytics_take_marks")<{ ownerId: string; bucket: string }, [atOnce: number]>(`
  with taken as materialized (
    select owner_id, bucket from traffic_marks group by 1, 2 order by min(id) limit $1),
  gone as (
    delete from traffic_marks m using taken t where m.owner_id = t.owner_id and m.bucket = t.bucket)
  select owner_id as "ownerId", bucket::text as bucket from taken`);

type MarkValues = [owners: string[], buckets: string[], now: Date];
/** Three days before visits are removed, so that none is missing of what is counted. */
const countedMs = 87 * 24 * 60 * 60_000;
const marked = `
  marked as (select owner_id, bucket from unnest($1::uuid[], $2::timestamptz[]) as m (owner_id, bucket)
              where bucket > $3::timestamptz - interval '87 days')`;

/** SQL: whether a row is one of the many small ones of its part, and what it is called then. */
const isSmall = (part: string) =>
  `row_number() over (partition by ${part} order by visits desc, channel, name) > ${mostSources} and kind = 'SOURCE'`;
const channelOrNone = "case when is_small then '' else channel end";
const nameOrOther = "case when is_small then 'Other' else name end";

const deleteQuarters = statement("analytics_delete_quarters")<never, MarkValues>(`
  with ${marked} delete from traffic_quarters q using marked m where q.owner_id = m.owner_id and q.bucket = m.bucket`);

const insertQuarters = statement("analytics_insert_quarters")<never, MarkValues>(`
  with ${marked},
  visited as (
    select v.*, m.bucket from marked m
      join visits v on v.owner_id = m.owner_id and v.started_at >= m.bucket and v.started_at < m.bucket + interval '15 minutes'),
  counted (owner_id, bucket, kind, channel, name, ${columns}) as (
    select owner_id, bucket, 'SOURCE', channel, source, ${figuresOfVisits} from visited v group by 1, 2, 4, 5),
  ranked as (select *, ${isSmall("owner_id, bucket")} as is_small from counted)
  insert into traffic_quarters (owner_id, bucket, kind, channel, name, ${columns})
  select owner_id, bucket, kind, ${channelOrNone}, ${nameOrOther}, ${sums} from ranked group by 1, 2, 3, 4, 5
  union all
  select owner_id, bucket, 'PRODUCT', '', k.product_id::text, ${figuresOfProducts}
    from visited v join visit_products k on k.visit_id = v.id group by 1, 2, 5`);

const listDays = statement("analytics_list_days")<{ ownerId: string; day: string }, MarkValues>(`
  with ${marked}
  select distinct m.owner_id as "ownerId", ((m.bucket at time zone ${creatorZone("u")})::date)::text as day
    from marked m join users u on u.id = m.owner_id`);

// The first day that quarters are kept of is not whole.
const listAllDays = statement("analytics_list_all_days")<
  { ownerId: string; day: string },
  [owners: string[], now: Date]
>(`
  select u.id as "ownerId", day::date::text as day
    from users u, generate_series(
      (($2::timestamptz - interval '12 months') at time zone ${creatorZone("u")})::date::timestamp,
      ($2::timestamptz at time zone ${creatorZone("u")})::date::timestamp + interval '1 day', interval '1 day') day
   where u.id = any($1::uuid[])`);

type DayValues = [owners: string[], days: string[]];

const deleteDays = statement("analytics_delete_days")<never, DayValues>(`
  delete from traffic_days d using unnest($1::uuid[], $2::text[]) as c (owner_id, day) where d.owner_id = c.owner_id and d.day = c.day::date`);

const insertDays = statement("analytics_insert_days")<never, DayValues>(`
  with changed as (
    select c.owner_id, c.day, ${startOfDay("c.day", creatorZone("u"))} as starts, ${startOfDay("c.day + 1", creatorZone("u"))} as ends
      from (select distinct owner_id, day::date as day from unnest($1::uuid[], $2::text[]) as c (owner_id, day)) c join users u on u.id = c.owner_id),
  counted as (
    select q.owner_id, c.day, q.kind, q.channel, q.name, ${sums}
      from changed c join traffic_quarters q on q.owner_id = c.owner_id and q.bucket >= c.starts and q.bucket < c.ends
     group by 1, 2, 3, 4, 5),
  ranked as (
    select *, ${isSmall("owner_id, day, kind")} as is_small from counted)
  insert into traffic_days (owner_id, day, kind, channel, name, ${columns})
  select owner_id, day, kind, ${channelOrNone}, ${nameOrOther}, ${sums}
    from ranked group by 1, 2, 3, 4, 5`);
