import type pg from "pg";
import { creatorZone, startOfDay } from "#server/database/creator-zone.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { freshOffers, freshSales, salesColumns } from "./sales-of-pieces.ts";

/** Each is a whole day of one creator's. */
const daysAtOnce = 10;

type Days = [owners: string[], days: string[]];

/**
 * Counts each day anew that is over and of which something changed, in its creator's zone. It replaces days whole, so that
 * repeating it, a crash within it and what comes late change nothing about the sum; one process does so at a time.
 */
export async function rollUpSales(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    const counted = await inTransaction(pool, (client) => rollUpSome(client, clock.now()));
    if (counted === 0) return;
    stopping?.throwIfAborted();
  }
}

/** How many days it counted, or creators whose days begin elsewhere. */
async function rollUpSome(client: pg.PoolClient, now: Date): Promise<number> {
  const [lock] = await tryLock(client);
  if (!lock?.locked) return 0;
  const [moved] = await takeMoved(client);
  if (moved) {
    await dropAll(client, moved.ownerId);
    await markAll(client, moved.ownerId);
    return 1;
  }
  await dropRepeated(client);
  // What commits its mark from here on is counted by the next run; what committed before is seen by the counting below.
  const days = await takeMarks(client, now, daysAtOnce);
  if (days.length === 0) return 0;
  const values: Days = [days.map(({ ownerId }) => ownerId), days.map(({ day }) => day)];
  await dropSales(client, ...values);
  await dropOffers(client, ...values);
  await insertSales(client, ...values);
  await insertOffers(client, ...values);
  return days.length;
}

const tryLock = statement("analytics_lock_sales")<{ locked: boolean }, []>(
  "select pg_try_advisory_xact_lock(hashtextextended('roll up sales', 0)) as locked",
);

const takeMoved = statement("analytics_take_moved")<{ ownerId: string }, []>(`
  with moved as (select owner_id from sales_marks where bucket = '-infinity' limit 1)
  delete from sales_marks m using moved where m.owner_id = moved.owner_id and m.bucket = '-infinity' returning m.owner_id as "ownerId"`);

const dropAll = statement("analytics_drop_all_days")<never, [ownerId: string]>(`
  with offers as (delete from offer_days where owner_id = $1) delete from sales_days where owner_id = $1`);

const markAll = statement("analytics_mark_all_days")<never, [ownerId: string]>(`
  with zone as (select ${creatorZone("u")} as zone from users u where u.id = $1),
  days as (
    select (o.created_at at time zone zone)::date as day from zone, orders o where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED')
    union
    select (r.settled_at at time zone zone)::date from zone, refunds r where r.owner_id = $1 and r.status = 'SUCCEEDED')
  insert into sales_marks (owner_id, bucket) select $1, ${startOfDay("day", "zone")} from days, zone`);

// Each sale of today leaves a mark: one of a quarter of an hour is enough.
const dropRepeated = statement("analytics_drop_repeated_marks")<never, []>(`
  delete from sales_marks m
   using (select owner_id, bucket, max(id) as last from sales_marks group by 1, 2 having count(*) > 1) repeated
   where m.owner_id = repeated.owner_id and m.bucket = repeated.bucket and m.id < repeated.last`);

const takeMarks = statement("analytics_take_days")<
  { ownerId: string; day: string },
  [now: Date, atOnce: number]
>(`
  with dated as materialized (
    select m.id, m.owner_id, (m.bucket at time zone ${creatorZone("u")})::date as day, ($1::timestamptz at time zone ${creatorZone("u")})::date as today
      from sales_marks m join users u on u.id = m.owner_id where m.bucket > '-infinity'),
  taken as materialized (
    select owner_id, day from dated where day < today group by 1, 2 order by min(id) limit $2),
  gone as (delete from sales_marks m using dated d join taken using (owner_id, day) where m.id = d.id)
  select owner_id as "ownerId", day::text as day from taken`);

const these = "unnest($1::uuid[], $2::text[]) as c (owner_id, day)";

const dropSales = statement("analytics_drop_sales_days")<never, Days>(
  `delete from sales_days k using ${these} where k.owner_id = c.owner_id and k.day = c.day::date`,
);

const dropOffers = statement("analytics_drop_offer_days")<never, Days>(
  `delete from offer_days k using ${these} where k.owner_id = c.owner_id and k.day = c.day::date`,
);

const pieces = `
  pieces as materialized (
    select row_number() over () as slot, c.owner_id, c.day::date as day, ${startOfDay("c.day::date", creatorZone("u"))} as starts,
           ${startOfDay("c.day::date + 1", creatorZone("u"))} as ends
      from ${these} join users u on u.id = c.owner_id)`;

const insertSales = statement("analytics_insert_sales_days")<never, Days>(`
  with ${pieces},
  ${freshSales}
  insert into sales_days (owner_id, day, product_id, ${salesColumns.join(", ")})
  select a.owner_id, a.day, f.product_id, ${salesColumns.map((column) => `f.${column}`).join(", ")} from fresh_sales f join pieces a using (slot)`);

const insertOffers = statement("analytics_insert_offer_days")<never, Days>(`
  with ${pieces},
  ${freshOffers}
  insert into offer_days (owner_id, day, product_id, kind, offer_id, offered, taken, cents)
  select a.owner_id, a.day, f.product_id, f.kind, f.offer_id, f.offered, f.taken, f.cents from fresh_offers f join pieces a using (slot)`);
