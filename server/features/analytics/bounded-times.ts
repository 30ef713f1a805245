import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { daysOfParts } from "./days-of-parts.ts";

/** A stretch of time that one statement counts: what of the parts lies in it, and which of them its first `starts` belongs to. */
export type BoundedTime = { starts: Date[]; to: Date; firstPart: number };

/** So many orders and refunds are counted from rows in a fraction of the time that a read of a desk has. */
const mostAtOnce = 5_000;

/**
 * Parts of a time, which begin one after another and end with `to`, in stretches that are each counted in bounded time. It is one
 * stretch while days are kept. After a creator moved to another zone, or before any day was kept, all that they ever sold is
 * counted from rows: then it is read piece by piece, cut between days. What was sold in one day is not cut.
 */
export async function boundedTimes(
  pool: pg.Pool,
  ownerId: string,
  starts: Date[],
  to: Date,
  atOnce: number = mostAtOnce,
): Promise<BoundedTime[]> {
  const [first] = starts;
  if (!first) return [];
  const cuts = (await selectCuts(pool, ownerId, starts, to, atOnce)).map(({ cut }) => cut);
  return [first, ...cuts].map((from, index) => {
    const until = cuts[index];
    const next = nextPart(starts, from);
    const firstPart = starts[next]?.getTime() === from.getTime() ? next : next - 1;
    const others = starts.slice(firstPart + 1, until && nextPart(starts, until));
    return { starts: [from, ...others], to: until ?? to, firstPart };
  });
}

/** The first part that begins no earlier: several may begin at one moment. */
function nextPart(starts: Date[], moment: Date): number {
  const next = starts.findIndex((start) => start >= moment);
  return next < 0 ? starts.length : next;
}

const selectCuts = statement("analytics_select_cuts")<
  { cut: Date },
  [ownerId: string, starts: Date[], to: Date, atOnce: number]
>(`
  with ${daysOfParts("$2", "$3")},
  sold as (
    select a.starts, o.number + r.number as number
      from pieces a
     cross join lateral (
       select count(*) as number from orders o
        where o.owner_id = a.owner_id and o.created_at >= a.starts and o.created_at < a.ends and o.status in ('PAID', 'REFUNDED')) o
     cross join lateral (
       select count(*) as number from refunds r
        where r.owner_id = a.owner_id and r.settled_at >= a.starts and r.settled_at < a.ends and r.status = 'SUCCEEDED') r),
  added as (select starts, div(sum(number) over (order by starts), $4::int) as turn from sold)
  select min(starts) as cut from added group by turn order by turn offset 1`);
