import type { Home } from "#contract/home/home.ts";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { isRefundOf, isSale } from "#server/features/analytics/sales-figures.ts";

type Days = Pick<Home, "today" | "lastWeek">;

/**
 * The creator's day so far, and the same day a week ago until the same time of day: orders by the moment they were paid,
 * refunds by the moment they were made, as Analytics counts them.
 */
export async function compareToday(pool: Queryable, ownerId: string, now: Date): Promise<Days> {
  const [days] = await selectDays(pool, ownerId, now);
  if (!days) throw new Error("the days were not counted");
  const { revenueCents, orders, lastRevenueCents, lastOrders } = days;
  return {
    today: { revenueCents, orders },
    lastWeek: { revenueCents: lastRevenueCents, orders: lastOrders },
  };
}

const ofAll = "null";
const isToday = (moment: string) => `${moment} >= d.today`;
/** SQL: whether a moment is of either day. Each is a stretch of an index. */
const isOfDays = (moment: string) =>
  `(${moment} >= d.today and ${moment} <= $2 or ${moment} >= d.week_ago and ${moment} < d.until_then)`;

const selectDays = statement("home_select_days")<
  { revenueCents: number; orders: number; lastRevenueCents: number; lastOrders: number },
  [ownerId: string, now: Date]
>(`
  with d as materialized (
    select ${startOfDay("day", "zone")} as today, ${startOfDay("day - 7", "zone")} as week_ago,
           least((local_now - interval '7 days') at time zone zone, ${startOfDay("day - 6", "zone")}) as until_then
      from (select zone, $2::timestamptz at time zone zone as local_now, ($2::timestamptz at time zone zone)::date as day
              from (select ${zoneOfCreator("$1")} as zone) of_creator) of_zone),
  sold as (
    select ${isToday("o.created_at")} as is_today, count(*) as orders, sum(o.total_cents) as cents
      from d, orders o where ${isSale("o", ofAll)} and ${isOfDays("o.created_at")} group by 1),
  returned as (
    select ${isToday("r.settled_at")} as is_today, sum(r.amount_cents) as cents
      from d, refunds r where ${isRefundOf("r", ofAll)} and ${isOfDays("r.settled_at")} group by 1)
  select coalesce((select cents from sold where is_today), 0)::float8 - coalesce((select cents from returned where is_today), 0)::float8 as "revenueCents",
         coalesce((select orders from sold where is_today), 0)::int as orders,
         coalesce((select cents from sold where not is_today), 0)::float8 - coalesce((select cents from returned where not is_today), 0)::float8 as "lastRevenueCents",
         coalesce((select orders from sold where not is_today), 0)::int as "lastOrders"`);
