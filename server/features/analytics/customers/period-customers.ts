import { statement } from "#server/database/statement.ts";
import { isSale } from "#server/features/analytics/sales-figures.ts";

/** SQL: orders that were bought at a checkout, renewals of memberships left out. */
export const isPurchase = (order: string, product: string): string =>
  `${isSale(order, product)} and not exists (
     select from orders renewal where renewal.id = ${order}.id and renewal.owner_id = $1
       and renewal.subscription_id is not null and renewal.checkout_session_id is null)`;

/** Who bought in a time. */
export type CustomerCounts = { customers: number; firsts: number; repeats: number };

type PeriodCustomers = {
  /** Of the time before, of what lies between, and of this one, as far as there is anything. */
  periods: (CustomerCounts & { period: number })[];
  /** By the parts of this one. */
  parts: { part: number; orders: number; firsts: number }[];
  lifetimeCents: number;
  medianCents: number | null;
  /** By the bounds that were asked for: 0 is below the first. */
  groups: { group: number; customers: number; cents: number }[];
  top: {
    id: string;
    name: string;
    email: string;
    orders: number;
    paidCents: number;
    lifetimeCents: number;
    /** In milliseconds. */
    firstPaidAt: number;
  }[];
};

/**
 * Customers of the parts that begin one after another, the last of them with `to`; from the part `$5` on they are one period, and
 * those before it another each. Whose first paid order with this creator is among the orders that are counted is new.
 */
export const selectCustomers = statement("analytics_select_customers")<
  PeriodCustomers,
  [
    ownerId: string,
    starts: Date[],
    to: Date,
    productId: string | null,
    firstPart: number,
    bounds: number[],
    top: number,
  ]
>(`
  with sales as materialized (
    select o.customer_id, width_bucket(o.created_at, $2::timestamptz[]) as part, o.created_at, o.total_cents - o.refunded_cents as cents
      from orders o
     where ${isPurchase("o", "$4")} and o.created_at >= ($2::timestamptz[])[1] and o.created_at < $3::timestamptz),
  buyers as materialized (
    select s.*, k.name, k.spent_cents, k.first_paid_at, s.first_at = k.first_paid_at as is_first
      from (select customer_id, least(part, $5::int) as period, count(*) as orders, sum(cents) as cents, min(created_at) as first_at, min(part) as part
              from sales group by 1, 2) s
      join creator_customers k on k.owner_id = $1 and k.customer_id = s.customer_id),
  mine as (select * from buyers where period = $5::int),
  parts as (
    select part, sum(orders)::int as orders, sum(firsts)::int as firsts from (
      select part, count(*) as orders, 0 as firsts from sales where part >= $5::int group by part
      union all select part, 0, count(*) from mine where is_first group by part) as both_counts group by part),
  best as (select * from mine order by cents desc, customer_id limit $7)
  select coalesce((select json_agg(json_build_object('period', period, 'customers', customers, 'firsts', firsts, 'repeats', repeats))
                     from (select period, count(*) as customers, count(*) filter (where is_first) as firsts,
                                  count(*) filter (where first_paid_at < first_at or orders > 1) as repeats from buyers group by period) p), '[]') as periods,
         coalesce((select json_agg(json_build_object('part', part, 'orders', orders, 'firsts', firsts)) from parts), '[]') as parts,
         coalesce((select sum(spent_cents) from mine), 0)::float8 as "lifetimeCents",
         (select percentile_disc(0.5) within group (order by spent_cents) from mine)::float8 as "medianCents",
         coalesce((select json_agg(json_build_object('group', place, 'customers', customers, 'cents', cents))
                     from (select width_bucket(spent_cents, $6::int8[]) as place, count(*) as customers, sum(spent_cents) as cents from mine group by 1) g), '[]') as groups,
         coalesce((select json_agg(json_build_object('id', customer_id, 'name', name, 'email', (select c.email from customers c where c.id = customer_id),
                            'orders', orders, 'paidCents', cents, 'lifetimeCents', spent_cents, 'firstPaidAt', round(extract(epoch from first_paid_at) * 1000))
                            order by cents desc, customer_id) from best), '[]') as top`);
