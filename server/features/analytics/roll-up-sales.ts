import type pg from "pg";
import { creatorZone, startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { freshOffers, freshSales, saleOrders, salesColumns } from "./sales-of-pieces.ts";

/** What one transaction counts anew of a creator; where that is too much at once, a single day. */
const daysAtOnce = [10, 1] as const;
const beforeEverybody = "00000000-0000-0000-0000-000000000000";

type Days = [owners: string[], days: string[]];

/**
 * Counts each day anew that is over and of which something changed, in its creator's zone. It replaces days whole, so that
 * repeating it, a crash within it and what comes late change nothing about the sum; one process does so at a time. Creators take
 * turns, a few days each, so that nobody waits for the years of another one. One whose day cannot be counted keeps nobody waiting:
 * the run goes on without them and throws their error at its end.
 */
export async function rollUpSales(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  const failures = new Map<string, unknown>();
  await inTransaction(pool, async (client) => {
    const [lock] = await tryLock(client);
    if (lock?.locked) await dropRepeated(client);
  });
  for (let after = beforeEverybody, turns = 0; ; stopping?.throwIfAborted()) {
    const [next] = await selectNext(pool, clock.now(), after, [...failures.keys()]);
    if (next) {
      after = next.ownerId;
      const outcome = await takeTurn(pool, next.ownerId, clock.now()).catch((error: unknown) => ({ error }));
      if (outcome === "ANOTHER_COUNTS") break;
      if (outcome === "COUNTED") turns += 1;
      else failures.set(next.ownerId, outcome.error);
    } else if (turns > 0) {
      after = beforeEverybody;
      turns = 0;
    } else break;
  }
  for (const error of failures.values()) throw error;
}

type Outcome = "COUNTED" | "ANOTHER_COUNTS";

async function takeTurn(pool: pg.Pool, ownerId: string, now: Date): Promise<Outcome> {
  const [several, one] = daysAtOnce;
  return inTransaction(pool, (client) => countSome(client, ownerId, now, several)).catch(() =>
    inTransaction(pool, (client) => countSome(client, ownerId, now, one)),
  );
}

async function countSome(
  client: pg.PoolClient,
  ownerId: string,
  now: Date,
  atOnce: number,
): Promise<Outcome> {
  const [lock] = await tryLock(client);
  if (!lock?.locked) return "ANOTHER_COUNTS";
  const [moved] = await takeMoved(client, ownerId);
  if (moved) {
    await dropAll(client, ownerId);
    await markAll(client, ownerId);
    return "COUNTED";
  }
  // What commits its mark from here on is counted by the next run; what committed before is seen by the counting below.
  const days = await takeMarks(client, ownerId, now, atOnce);
  const values: Days = [days.map(() => ownerId), days.map(({ day }) => day)];
  await dropSales(client, ...values);
  await dropOffers(client, ...values);
  await insertSales(client, ...values);
  await insertOffers(client, ...values);
  return "COUNTED";
}

const tryLock = statement("analytics_lock_sales")<{ locked: boolean }, []>(
  "select pg_try_advisory_xact_lock(hashtextextended('roll up sales', 0)) as locked",
);

/** SQL: the moment at which today begins in a zone. */
const startOfToday = (now: string, zone: string) =>
  startOfDay(`(${now}::timestamptz at time zone ${zone})::date`, zone);

/** SQL: creators with a mark, and null at the end. One look for each, so that it costs the same however many marks there are or were. */
const markedAfter = (owner: string) => `marked as (
    (select owner_id from sales_marks where owner_id > ${owner} order by owner_id limit 1)
    union all
    select (select m.owner_id from sales_marks m where m.owner_id > k.owner_id order by m.owner_id limit 1)
      from marked k where k.owner_id is not null)`;

/** SQL: creators with a mark of a day that is over. */
const selectOver = (after: string, which: string) => `
  with recursive ${markedAfter(after)}
  select due.id as "ownerId" from marked k cross join lateral (
    select u.id from users u
     where u.id = k.owner_id and ${which} and exists (
       select from sales_marks m where m.owner_id = u.id and m.bucket < ${startOfToday("$1", creatorZone("u"))}) offset 0) due
   limit 1`;

/**
 * SQL: whether a day with sales is over at `$1`. Today's sales leave marks, too, and these make nothing due: a store that sells
 * all day would run the job each minute. That many of one quarter are made one only spares readers, who count each quarter once,
 * some rows: the run of each half hour does that.
 */
export const isAnyDayOver = `exists (${selectOver(`'${beforeEverybody}'`, "true")})`;

const selectNext = statement("analytics_select_next_marked")<
  { ownerId: string },
  [now: Date, after: string, without: string[]]
>(selectOver("$2::uuid", "u.id <> all ($3::uuid[])"));

const takeMoved = statement("analytics_take_moved")<{ ownerId: string }, [ownerId: string]>(
  `delete from sales_marks where owner_id = $1 and bucket = '-infinity' returning owner_id as "ownerId"`,
);

const dropAll = statement("analytics_drop_all_days")<never, [ownerId: string]>(`
  with offers as (delete from offer_days where owner_id = $1) delete from sales_days where owner_id = $1`);

const markAll = statement("analytics_mark_all_days")<never, [ownerId: string]>(`
  with zone as (select ${creatorZone("u")} as zone from users u where u.id = $1),
  days as (
    select (o.created_at at time zone zone)::date as day from zone, orders o where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED')
    union
    select (r.settled_at at time zone zone)::date from zone, refunds r where r.owner_id = $1 and r.status = 'SUCCEEDED')
  insert into sales_marks (owner_id, bucket) select $1, ${startOfDay("day", "zone")} from days, zone`);

// Each sale of today leaves a mark: one of a quarter of an hour is enough. By their places, which no plan looks for in the whole table.
const dropRepeated = statement("analytics_drop_repeated_marks")<never, []>(`
  with recursive ${markedAfter(`'${beforeEverybody}'`)}
  delete from sales_marks where ctid = any(array(
    select m.ctid from marked k cross join lateral (
      select ctid, row_number() over (partition by bucket order by id desc) as place from sales_marks where owner_id = k.owner_id) m
     where m.place > 1))`);

const takeMarks = statement("analytics_take_days")<
  { day: string },
  [ownerId: string, now: Date, atOnce: number]
>(`
  with here as materialized (select ${zoneOfCreator("$1")} as zone),
  due as materialized (
    select m.id, (m.bucket at time zone zone)::date as day from here, sales_marks m
     where m.owner_id = $1 and m.bucket > '-infinity' and m.bucket < ${startOfToday("$2", "zone")}),
  taken as materialized (select distinct day from due order by day desc limit $3),
  gone as (delete from sales_marks m using due join taken using (day) where m.id = due.id)
  select day::text as day from taken`);

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

// In the order of their key, so that a year of them is read page by page.
const insertSales = statement("analytics_insert_sales_days")<never, Days>(`
  with ${pieces},
  ${saleOrders},
  ${freshSales}
  insert into sales_days (owner_id, day, product_id, ${salesColumns.join(", ")})
  select a.owner_id, a.day, f.product_id, ${salesColumns.map((column) => `f.${column}`).join(", ")} from fresh_sales f join pieces a using (slot)
   order by 1, 2, 3`);

const insertOffers = statement("analytics_insert_offer_days")<never, Days>(`
  with ${pieces},
  ${saleOrders},
  ${freshOffers}
  insert into offer_days (owner_id, day, product_id, kind, offer_id, offered, taken, cents)
  select a.owner_id, a.day, f.product_id, f.kind, f.offer_id, f.offered, f.taken, f.cents from fresh_offers f join pieces a using (slot)
   order by 1, 2, 3, 4, 5`);
