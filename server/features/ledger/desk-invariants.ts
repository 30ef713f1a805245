import { inRange, type Invariant, paid } from "./invariant.ts";

/** What desks are shown from kept figures, against the rows that they are kept from. */
export const deskInvariants: readonly Invariant[] = [
  {
    name: "kept-customers",
    rule: "What is kept of each creator's customers is what their orders add up to",
    checks: [
      {
        through: "creator_customers",
        sql: `
          select k.customer_id as id, k.order_count as kept, counted.orders as counted, k.spent_cents, counted.cents
            from creator_customers k
           cross join lateral (
             select count(*) as orders, min(o.created_at) as first_at, max(o.created_at) as last_at,
                    coalesce(sum(o.total_cents - o.refunded_cents) filter (where ${paid}), 0) as cents
               from orders o where o.owner_id = k.owner_id and o.customer_id = k.customer_id) counted
           where ${inRange("k")}
             and (k.order_count, k.spent_cents, k.first_order_at, k.last_order_at)
                 is distinct from (counted.orders::int, counted.cents::bigint, counted.first_at, counted.last_at)`,
      },
      {
        through: "orders",
        sql: `
          select o.customer_id as id, o.id as "order" from orders o
           where ${inRange("o")}
             and not exists (select from creator_customers k where k.owner_id = o.owner_id and k.customer_id = o.customer_id)`,
      },
    ],
  },
  {
    name: "kept-students",
    rule: "The students that are kept of each creator are those with a course of theirs, since they got their first",
    checks: [
      {
        sql: `
          select coalesce(s.customer_id, counted.customer_id) as id, owner_id, s.since, counted.since as counted
            from course_students s
            full join (
             select a.owner_id, a.customer_id, min(a.granted_at) as since from access a join products p on p.id = a.product_id
              where a.revoked_at is null and p.type = 'COURSE' group by a.owner_id, a.customer_id) as counted using (owner_id, customer_id)
           where s.since is distinct from counted.since`,
      },
    ],
  },
  {
    name: "kept-product-orders",
    rule: "The orders that are kept of each product are those that have opened it",
    checks: [
      {
        sql: `
          select p.id, coalesce(kept.orders, 0) as kept, coalesce(counted.orders, 0) as counted
            from products p
            left join (select subject_id, sum(count) as orders from tallies group by subject_id) as kept on kept.subject_id = p.id
            left join (
             select product_id, count(*) as orders from (select distinct product_id, order_id from access) as opened
              group by product_id) as counted on counted.product_id = p.id
           where coalesce(kept.orders, 0) <> coalesce(counted.orders, 0)`,
      },
    ],
  },
];
