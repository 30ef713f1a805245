import type { Channel, Traffic } from "#contract/analytics/visits.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { startOfDay } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import {
  type Asked,
  type Bucket,
  bucketsOf,
  countedRange,
  type Needs,
} from "#server/features/analytics/counted-range.ts";
import { listOrigins } from "./order-origins.ts";
import { columns, figures, figuresOfProducts, figuresOfVisits, sums } from "./traffic-figures.ts";

type Figures = Traffic["total"];
type Row = {
  kind: "SOURCE" | "PRODUCT";
  day: string | null;
  channel: string | null;
  name: string | null;
} & Record<keyof Figures, number>;
type Values = [
  ownerId: string,
  from: Date,
  to: Date,
  first: string,
  last: string,
  zone: string,
  productId: string | null,
];

const mostRows = 100;

/** Who came to the store in a period, from where, how far they came, and what led to orders. */
export async function getTraffic(
  needs: Needs,
  ownerId: string,
  { granularity, ...asked }: Asked & { granularity: Granularity },
): Promise<Traffic> {
  const counted = await countedRange(needs, ownerId, asked);
  const { range, from, to } = counted;
  const { pool } = needs;
  const productId = asked.productId ?? null;
  const rows = await selectTraffic(
    pool,
    ownerId,
    from,
    to,
    range.startDate,
    range.endDate,
    range.zone,
    productId,
  );
  const buckets = await bucketsOf(needs, counted, granularity);
  const days = rows.filter(
    ({ kind, day }) => day !== null && kind === (productId === null ? "SOURCE" : "PRODUCT"),
  );
  const products = rows.filter(({ kind, day }) => kind === "PRODUCT" && day === null);
  const sources = rows.filter(({ kind, day }) => kind === "SOURCE" && day === null);
  return {
    range,
    total: totalOf(days),
    days: byBucket(buckets, days),
    sources: listed(sources, ({ channel, name, ...row }) => ({
      ...row,
      channel: (channel || null) as Channel | null,
      source: name ?? "Other",
    })),
    products: await titled(pool, ownerId, products.slice(0, mostRows)),
    origins: await listOrigins(pool, ownerId, from, to, productId),
  };
}

const none: Figures = { visits: 0, views: 0, checkouts: 0, emails: 0, tried: 0, paid: 0, added: 0 };
const add = (one: Figures, other: Figures): Figures => ({
  visits: one.visits + other.visits,
  views: one.views + other.views,
  checkouts: one.checkouts + other.checkouts,
  emails: one.emails + other.emails,
  tried: one.tried + other.tried,
  paid: one.paid + other.paid,
  added: one.added + other.added,
});
const totalOf = (rows: Figures[]) => rows.reduce(add, none);

/** The first ones, and the sum of the others. */
function listed(rows: Row[], toSource: (row: Row) => Traffic["sources"][number]): Traffic["sources"] {
  const rest = rows.slice(mostRows);
  return [
    ...rows.slice(0, mostRows).map(toSource),
    ...(rest.length > 0 ? [{ channel: null, source: `${rest.length} others`, ...totalOf(rest) }] : []),
  ];
}

function byBucket(buckets: Bucket[], days: Row[]): Traffic["days"] {
  const sorted = days.toSorted((one, other) => String(one.day).localeCompare(String(other.day)));
  let next = 0;
  return buckets.map(({ date, until }) => {
    let [visits, paid] = [0, 0];
    for (let row = sorted[next]; row && String(row.day) <= until; row = sorted[++next]) {
      visits += row.visits;
      paid += row.paid;
    }
    return { date, until, visits, paid };
  });
}

async function titled(pool: Services["pool"], ownerId: string, rows: Row[]): Promise<Traffic["products"]> {
  const titles = await selectTitles(
    pool,
    ownerId,
    rows.flatMap(({ name }) => name ?? []),
  );
  const known = new Map(titles.map(({ id, title }) => [id, title]));
  return rows.flatMap(({ name, ...row }) => {
    const title = known.get(name ?? "");
    return name === null || title === undefined ? [] : [{ id: name, title, ...row }];
  });
}

const selectTitles = statement("analytics_select_titles")<
  { id: string; title: string },
  [ownerId: string, ids: string[]]
>("select id, title from products where owner_id = $1 and id = any($2::uuid[])");

// Whole days come from what is kept of them. Of days with a quarter that has changed since, the other quarters come from what
// is kept of those, and the changed ones from the visits: so what is counted is right at any moment, however late the rollup is.
const selectTraffic = statement("analytics_select_traffic")<Row, Values>(`
  with changed as materialized (select distinct bucket from traffic_marks where owner_id = $1),
  moved as materialized (select exists (select from changed where bucket = '-infinity') as is_so),
  open_days as materialized (
    select day::date as day from generate_series($4::date::timestamp, $5::date::timestamp, interval '1 day') day where (select is_so from moved)
    union
    select (bucket at time zone $6)::date from changed where bucket > '-infinity' and bucket >= $2::timestamptz - interval '15 minutes' and bucket < $3::timestamptz),
  quarters as (
    select d.day, q.kind, q.channel, q.name, ${columns}
      from open_days d
      join traffic_quarters q on q.owner_id = $1 and q.bucket >= ${startOfDay("d.day", "$6")} and q.bucket < ${startOfDay("d.day + 1", "$6")}
     where q.bucket not in (select bucket from changed)),
  fresh as (
    select (c.bucket at time zone $6)::date as day, v.* from changed c
      join visits v on v.owner_id = $1 and v.started_at >= c.bucket and v.started_at < c.bucket + interval '15 minutes'
     where c.bucket > '-infinity' and c.bucket >= $2::timestamptz - interval '15 minutes' and c.bucket < $3::timestamptz),
  counted as (
    select day, kind, channel, name, ${columns} from traffic_days
     where owner_id = $1 and kind in ('SOURCE', 'PRODUCT') and day between $4::date and $5::date
       and day not in (select day from open_days)
    union all select * from quarters
    union all select day, 'SOURCE', channel, source, ${figuresOfVisits} from fresh v group by day, channel, source
    union all select v.day, 'PRODUCT', '', k.product_id::text, ${figuresOfProducts}
      from fresh v join visit_products k on k.visit_id = v.id group by v.day, k.product_id)
  select kind, day::text as day, channel, name, ${figures.map((figure) => `coalesce(${figure}, 0)::float8 as ${figure}`).join(", ")}
    from (
      select kind, day, channel, name, ${sums} from counted
       where day between $4::date and $5::date and (kind = 'SOURCE' or $7::uuid is null or name = $7::text)
       group by grouping sets ((kind, day), (kind, channel, name))) as grouped
   order by visits desc, channel, name`);
