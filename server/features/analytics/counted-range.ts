import { type CountedRange, type Granularity, mostDays } from "#contract/analytics/period.ts";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

export type Needs = Pick<Services, "pool" | "clock">;

/** What figures are asked for; the days are those of the creator's zone. */
export type Asked = {
  period: "7d" | "30d" | "90d" | "1y" | "all";
  timeframe?: "7d" | "30d" | "90d" | "1y" | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  productId?: string | undefined;
};

/** A time that is counted, in moments: from the first one on, before the second. */
export type Counted = {
  range: CountedRange;
  from: Date;
  to: Date;
  /** As much of as many days before. */
  previous: { from: Date; to: Date } | undefined;
};

const daysOf = { "7d": 7, "30d": 30, "90d": 90, "1y": 365, all: null };

/**
 * The time that was asked for, in the creator's zone, and the one it is compared with: as many days before it, cut at the same
 * time of day. Throws 422 for dates that are no range, and 404 for a product of another creator.
 */
export async function countedRange(
  { pool, clock }: Needs,
  ownerId: string,
  { period, timeframe, startDate, endDate, productId }: Asked,
): Promise<Counted> {
  if (productId !== undefined && (await selectProduct(pool, ownerId, productId)).length === 0)
    throw NotFound("Product not found");
  const days = startDate === undefined ? daysOf[timeframe ?? period] : null;
  const [row] = await selectRange(pool, ownerId, clock.now(), startDate ?? null, endDate ?? null, days);
  if (!row) throw new Error("the range was not found");
  const { days: length, previousStart, previousEnd, ...range } = row.days;
  if (length < 1) throw Invalid({ endDate: "The last day must not be before the first" });
  if (startDate !== undefined && length > mostDays)
    throw Invalid({ startDate: "Choose at most ten years at once" });
  // Before the first sale there is nothing to compare all time with.
  const hasPrevious = days !== null || startDate !== undefined;
  const [from, to] = [new Date(row.moments.from), new Date(row.moments.to)];
  const previous = { from: new Date(row.moments.previousFrom), to: new Date(row.moments.previousTo) };
  return {
    range: {
      ...range,
      previousStartDate: hasPrevious ? previousStart : null,
      previousEndDate: hasPrevious ? previousEnd : null,
    },
    from,
    to,
    previous: hasPrevious ? previous : undefined,
  };
}

/** A part of the time that is counted: its first day, its last, and when it begins. */
export type Bucket = { date: string; until: string; starts: Date };

const mostBuckets = 1_100;

/** The days, weeks or months of a range; larger ones where there would be too many. */
export async function bucketsOf(
  { pool }: Pick<Services, "pool">,
  { range: { zone, startDate, endDate } }: Counted,
  granularity: Granularity,
): Promise<Bucket[]> {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1;
  const byWeek = days / 7 > mostBuckets ? "month" : "week";
  const unit =
    granularity === "month" ? granularity : granularity === "day" && days <= mostBuckets ? "day" : byWeek;
  return selectBuckets(pool, zone, startDate, endDate, unit);
}

type Days = Omit<CountedRange, "previousStartDate" | "previousEndDate"> & {
  days: number;
  previousStart: string;
  previousEnd: string;
};
/** Moments in milliseconds. */
type Moments = { from: number; to: number; previousFrom: number; previousTo: number };

const milliseconds = (moment: string) => `round(extract(epoch from ${moment}) * 1000)::float8`;

// All time begins with the first paid order; the days before it are not asked for.
const selectRange = statement("analytics_select_range")<
  { days: Days; moments: Moments },
  [ownerId: string, now: Date, first: string | null, last: string | null, days: number | null]
>(`
  with here as (select zone, $2::timestamptz at time zone zone as local_now from (select ${zoneOfCreator("$1")} as zone) z),
  asked as (select zone, local_now, coalesce($4::date, local_now::date) as last from here),
  dates as (
    select zone, local_now, last,
           coalesce($3::date, last - $5::int + 1,
                    (select least((o.created_at at time zone zone)::date, last) from orders o
                      where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') order by o.created_at limit 1),
                    last) as first
      from asked),
  counted as (
    select *, last - first + 1 as length, last >= local_now::date as is_open,
           ${startOfDay("first", "zone")} as starts, ${startOfDay("last + 1", "zone")} as ends
      from dates)
  select json_build_object('zone', zone, 'startDate', first::text, 'endDate', last::text, 'days', length,
           'isSoFar', is_open and starts <= $2, 'previousStart', (first - length)::text, 'previousEnd', (first - 1)::text) as days,
         json_build_object('from', ${milliseconds("starts")}, 'to', ${milliseconds("greatest(starts, least(ends, $2))")},
           'previousFrom', ${milliseconds(startOfDay("first - length", "zone"))},
           'previousTo', ${milliseconds(`case when ends <= $2 then starts
              else greatest(${startOfDay("first - length", "zone")},
                            least((local_now - make_interval(days => length)) at time zone zone, starts)) end`)}) as moments
    from counted`);

// One that is sold no more has its figures.
const selectProduct = statement("analytics_select_product")<
  { id: string },
  [ownerId: string, productId: string]
>("select id from products where id = $2 and owner_id = $1");

const selectBuckets = statement("analytics_select_buckets")<
  Bucket,
  [zone: string, first: string, last: string, unit: string]
>(`
  with parts as (
    select greatest(part::date, $2::date) as date,
           least((part + ('1 ' || $4::text)::interval)::date - 1, $3::date) as until
      from generate_series(date_trunc($4::text, $2::date::timestamp), $3::date::timestamp, ('1 ' || $4::text)::interval) part)
  select date::text as date, until::text as until, ${startOfDay("date", "$1::text")} as starts from parts order by 1`);
