import type pg from "pg";

/**
 * Ten million visits of one creator in two years, as they are kept: by the day for good, by the quarter of an hour for 13 months,
 * and one by one for 90 days. The last hour waits to be counted.
 */
export async function makeLargeVisits(pool: pg.Pool, ownerId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set work_mem = '256MB'");
    await client.query("begin");
    for (const statement of [kept, ofQuarters, oneByOne, theirProducts])
      await client.query(statement, [ownerId]);
    await client.query(waiting, [ownerId]);
    await client.query("commit");
    await client.query(
      "vacuum analyze visits, visit_products, traffic_days, traffic_quarters, traffic_marks",
    );
  } finally {
    client.release(true);
  }
}

const visitsADay = 13_700;

/** SQL: 25 sources and 40 products; what each had of `visits`, as rows of a rollup. */
const rowsOf = (visits: string) => `
  select kind, channel, name, greatest(1, (${visits} * part)::int) as visits from (
    select 'SOURCE' as kind, (array['DIRECT', 'SOCIAL', 'SEARCH', 'EMAIL', 'LINK'])[1 + n % 5] as channel, 'source ' || n as name, 1 / 25.0 as part
      from generate_series(1, 25) n
    union all
    select 'PRODUCT', '', id::text, 1 / 40.0 from products where owner_id = $1) as named`;

const funnel = "visits, visits * 2, visits / 5, visits / 10, visits / 12, visits / 20, visits / 60";

const kept = `
  insert into traffic_days (owner_id, day, kind, channel, name, visits, views, checkouts, emails, tried, paid, added)
  select $1, day::date, kind, channel, name, ${funnel}
    from generate_series(current_date - 730, current_date, interval '1 day') day, lateral (${rowsOf(String(visitsADay))}) as of_day`;

const ofQuarters = `
  insert into traffic_quarters (owner_id, bucket, kind, channel, name, visits, views, checkouts, emails, tried, paid, added)
  select $1, bucket, kind, channel, name, ${funnel}
    from generate_series(date_bin('15 minutes', now() - interval '7 days', '2000-01-01Z'), date_bin('15 minutes', now() - interval '90 minutes', '2000-01-01Z'), interval '15 minutes') bucket,
         lateral (${rowsOf(String(visitsADay / 96))}) as of_quarter`;

const oneByOne = `
  insert into visits (id, owner_id, started_at, channel, source, views, step)
  select gen_random_uuid(), $1, now() - random() * interval '90 days',
         (array['DIRECT', 'SOCIAL', 'SEARCH', 'EMAIL', 'LINK'])[1 + n % 5], 'source ' || n % 25 + 1, 2, case when n % 5 = 0 then 2 else 1 end
    from generate_series(1, ${visitsADay * 90}) n`;

const theirProducts = `
  insert into visit_products (visit_id, product_id, step)
  select v.id, p.id, v.step
    from (select id, step, row_number() over () as n from visits where owner_id = $1) v
    join (select id, row_number() over (order by position) as place, count(*) over () as size from products where owner_id = $1) p on p.place = 1 + v.n % p.size`;

const waiting = `
  insert into traffic_marks (owner_id, bucket)
  select $1, bucket from generate_series(date_bin('15 minutes', now() - interval '75 minutes', '2000-01-01Z'), now(), interval '15 minutes') bucket`;
