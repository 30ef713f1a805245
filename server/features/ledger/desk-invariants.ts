import type { Invariant } from "./invariant.ts";

/** What desks are shown from kept figures, against the rows that they are kept from. */
export const deskInvariants: readonly Invariant[] = [
  {
    name: "kept-customers",
    rule: "What is kept of each creator's customers is what their orders add up to",
    sql: `
      select coalesce(k.customer_id, o.customer_id) as id, k.order_count as kept, o.orders as counted, k.spent_cents, o.cents
        from (select owner_id, customer_id, count(*) as orders, min(created_at) as first_at,
                     sum(case when status in ('PAID', 'REFUNDED') then total_cents - refunded_cents else 0 end) as cents
                from orders group by owner_id, customer_id) o
        full join creator_customers k on k.owner_id = o.owner_id and k.customer_id = o.customer_id
       where (k.order_count, k.spent_cents, k.first_order_at) is distinct from (o.orders::int, o.cents::bigint, o.first_at)`,
  },
  {
    name: "kept-product-orders",
    rule: "The orders that are kept of each product are those that have opened it",
    sql: `
      select p.id, kept.orders as kept, counted.orders as counted
        from products p
        cross join lateral (select coalesce(sum(t.count), 0) as orders from tallies t where t.subject_id = p.id) kept
        cross join lateral (select count(distinct a.order_id) as orders from access a where a.owner_id = p.owner_id and a.product_id = p.id) counted
       where kept.orders <> counted.orders`,
  },
];
