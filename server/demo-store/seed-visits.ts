import type pg from "pg";

/**
 * Fills what Analytics says of visits: who paid came from somewhere, and most who came went away again. The days that are still
 * counted from single visits, so that the job that counts them finds them as it finds everybody's.
 */
export async function seedVisits(client: pg.PoolClient, ownerId: string, now: Date): Promise<void> {
  for (const fill of [ledToOrders, wentAway, marks]) await client.query(fill, [ownerId, now]);
}

const countedFrom = "$2::timestamptz - interval '86 days'";

/** SQL: a number from 0 up to, not with, 1, the same for the same text whenever the store is made anew. */
const chance = (text: string) => `(abs(hashtext(${text})::float8) / 2147483648)`;

/** SQL: where somebody came from, as often as is usual for whoever sells to readers of theirs; `at` is a chance. */
const sourceAt = (at: string) => `(
  select array[channel, source] from (values
    (0.34, 'SOCIAL', 'Instagram'), (0.52, 'DIRECT', 'Direct'), (0.66, 'SEARCH', 'Google'), (0.75, 'VIDEO', 'YouTube'), (0.82, 'SOCIAL', 'X'),
    (0.88, 'SOCIAL', 'Pinterest'), (0.92, 'CAMPAIGN', 'autumn-letter'), (0.95, 'AI', 'ChatGPT'), (0.98, 'SOCIAL', 'Behance'), (1, 'LINK', 'brandnew.example')
  ) as named (upto, channel, source) where ${at} <= upto order by upto limit 1)`;

/** Each order was paid in a visit of the same day: that of its affiliate, message or mail where one of them led to it. */
const ledToOrders = `
  with paid as (
    select o.*, row_number() over (order by o.paid_at, o.id) as place
      from orders o
     where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') and o.checkout_session_id is not null and o.paid_at > ${countedFrom}),
  sold as (
    select o.id, o.product_id, o.created_at, gen_random_uuid() as visit_id,
           case when exists (select from order_items i where i.order_id = o.id and i.item_type in ('ORDER_BUMP', 'UPSELL')) then 6 else 5 end as step,
           case when o.affiliate_link_code is not null then array['AFFILIATE', lower(o.affiliate_link_code)]
                when exists (select from order_attributions a where a.order_id = o.id) then array['MESSAGE', 'Direct message']
                when exists (select from abandoned_carts c where c.recovered_order_id = o.id and c.recovered_by = 'LINK') then array['EMAIL', 'Cart mail']
                else ${sourceAt(chance("'order' || o.place"))} end as source
      from paid o),
  visited as (
    insert into visits (id, owner_id, started_at, channel, source, views, step)
    select visit_id, $1, greatest(created_at - interval '4 minutes', date_trunc('day', created_at, 'UTC')), source[1], source[2], 3 + step % 5, step from sold),
  looked as (
    insert into visit_products (visit_id, product_id, step) select visit_id, product_id, step from sold)
  insert into order_sources (order_id, owner_id, channel, source) select id, $1, source[1], source[2] from sold`;

/** Of those who did not buy, most saw a page; some a checkout, where a few gave an address, and fewer pressed pay. */
const wentAway = `
  with gone as materialized (
    select gen_random_uuid() as id, day + ${chance("day || 'at' || n")} * interval '24 hours' as at, ${sourceAt(chance("day || 'from' || n"))} as source,
           case when far < 0.78 then 1 when far < 0.93 then 2 when far < 0.985 then 3 else 4 end as step, ${chance("day || 'sees' || n")} as sees
      from generate_series(date_trunc('day', ${countedFrom}) + interval '1 day', $2::timestamptz, interval '1 day') day
      cross join lateral generate_series(1, 44 + (extract(isodow from day)::int * 5) % 13) n
      cross join lateral (select ${chance("day || 'far' || n")} as far) so),
  visited as (
    insert into visits (id, owner_id, started_at, channel, source, views, step)
    select id, $1, at, source[1], source[2], 1 + (sees * 4)::int, step from gone where at < $2::timestamptz - interval '1 hour' returning id)
  insert into visit_products (visit_id, product_id, step)
  select g.id, p.id, g.step
    from gone g join visited v on v.id = g.id
    join (select id, row_number() over (order by position, id) - 1 as place, count(*) over () as size
            from products where owner_id = $1 and state = 'PUBLISHED') p on p.place = floor(g.sees * g.sees * p.size)
   where g.step > 1 or g.sees > 0.3`;

const marks = `
  insert into traffic_marks (owner_id, bucket)
  select distinct owner_id, date_bin('15 minutes', started_at, '2000-01-01Z') from visits where owner_id = $1 and started_at <= $2`;
