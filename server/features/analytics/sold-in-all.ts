import { creatorZone, startOfDay } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** Paid orders, whatever became of them, and what they brought less what was given back. */
export type SoldInAll = { orderCount: number; soldCents: number };

/** What each of these creators ever sold, by their ids: it costs their days, and not their orders. */
export async function countSoldInAll(
  { pool }: Pick<Services, "pool">,
  ownerIds: string[],
): Promise<ReadonlyMap<string, SoldInAll>> {
  const rows = await selectSold(pool, ownerIds);
  return new Map(rows.map(({ ownerId, ...sold }) => [ownerId, sold]));
}

const inDay = (table: string, moment: string) =>
  `${table}.owner_id = u.id and ${table}.${moment} >= d.starts and ${table}.${moment} < d.ends`;

// Each order and refund left a mark, which stays until its day is over and counted: days with one are counted from rows, also today.
const selectSold = statement("analytics_select_sold_in_all")<
  SoldInAll & { ownerId: string },
  [ownerIds: string[]]
>(`
  select u.id as "ownerId", sold.orders::int as "orderCount", sold.cents::float8 as "soldCents"
    from users u
   cross join lateral (
     with changed as materialized (select distinct bucket from sales_marks where owner_id = u.id),
     open_days as materialized (
       select day, ${startOfDay("day", creatorZone("u"))} as starts, ${startOfDay("day + 1", creatorZone("u"))} as ends
         from (select distinct (bucket at time zone ${creatorZone("u")})::date as day from changed where bucket > '-infinity') marked
        where not exists (select from changed where bucket = '-infinity')
       union all
       select null, '-infinity', 'infinity' from changed where bucket = '-infinity')
     select coalesce(sum(orders), 0) as orders, coalesce(sum(cents), 0) as cents from (
       select sum(k.orders) as orders, sum(k.paid_cents - k.refunded_cents) as cents
         from sales_days k
        where k.owner_id = u.id and k.day not in (select day from open_days where day is not null)
          and not exists (select from open_days where day is null)
       union all
       select s.orders, s.cents from open_days d cross join lateral (
         select count(*) as orders, sum(o.total_cents) as cents from orders o
          where ${inDay("o", "created_at")} and o.status in ('PAID', 'REFUNDED')) s
       union all
       select 0, s.cents from open_days d cross join lateral (
         select -sum(r.amount_cents) as cents from refunds r where ${inDay("r", "settled_at")} and r.status = 'SUCCEEDED') s
     ) pieces) sold
   where u.id = any ($1::uuid[])`);
