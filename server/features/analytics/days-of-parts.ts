import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";

/**
 * SQL: common table expressions for parts of a time, which begin with the moments of `starts`, one after another, and end with
 * `to`. `days (part, day, starts, ends, is_kept)` are the days of each, in the zone of the creator $1, or what of a day is in the
 * part; those that are kept stand in `sales_days` and `offer_days`, and the others are the `pieces` that are counted from rows:
 * today, days with a mark, and what is no whole day.
 */
export const daysOfParts = (starts: string, to: string): string => `
  here as (select ${zoneOfCreator("$1")} as zone),
  changed as materialized (select distinct bucket from sales_marks where owner_id = $1),
  open_days as materialized (select distinct (bucket at time zone zone)::date as day from changed, here where bucket > '-infinity'),
  parts as (
    select part::int as part, starts, lead(starts, 1, ${to}::timestamptz) over (order by part) as ends
      from unnest(${starts}::timestamptz[]) with ordinality as p (starts, part)),
  days as materialized (
    select p.part, d.day, greatest(p.starts, d.starts) as starts, least(p.ends, d.ends) as ends,
           p.starts <= d.starts and p.ends >= d.ends and d.day not in (select day from open_days)
             and not exists (select from changed where bucket = '-infinity') as is_kept
      from here, parts p
     cross join lateral generate_series((p.starts at time zone zone)::date::timestamp,
       ((p.ends - interval '1 microsecond') at time zone zone)::date::timestamp, interval '1 day') as local_midnight
     cross join lateral (
       select local_midnight::date as day, ${startOfDay("local_midnight::date", "zone")} as starts,
              ${startOfDay("local_midnight::date + 1", "zone")} as ends) d
     where p.starts < p.ends),
  pieces as materialized (
    select part as slot, $1::uuid as owner_id, starts, ends from days where not is_kept and starts < ends)`;

/** SQL: the rows `k` of those of the `days d` that are kept, and of no others. */
export const keptDays = (table: "sales_days" | "offer_days"): string => `
      days d join ${table} k on k.owner_id = $1 and k.day = d.day and k.day >= (select min(day) from days) and k.day <= (select max(day) from days)
     where d.is_kept`;
