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
        through: "course_students",
        sql: `
          select s.customer_id as id, s.owner_id, s.since, counted.since as counted
            from course_students s
           cross join lateral (
             select min(a.granted_at) as since from access a join products p on p.id = a.product_id and p.owner_id = s.owner_id
              where a.customer_id = s.customer_id and a.owner_id = s.owner_id and a.revoked_at is null and p.type = 'COURSE') counted
           where ${inRange("s")} and s.since is distinct from counted.since`,
      },
      {
        through: "access",
        sql: `
          select a.customer_id as id, a.id as access from access a join products p on p.id = a.product_id
           where ${inRange("a")} and a.revoked_at is null and p.type = 'COURSE'
             and not exists (select from course_students s where s.owner_id = a.owner_id and s.customer_id = a.customer_id)`,
      },
    ],
  },
  {
    name: "kept-product-orders",
    rule: "The orders that are kept of each product are those that have opened it",
    checks: [
      {
        // By way of its lines, which an index has by product: what a product opened is in no order of its own. One page of
        // products may have been sold a million times.
        through: "products",
        pagesAtOnce: 1,
        sql: `
          select p.id, kept.orders as kept, counted.orders as counted
            from products p
           cross join lateral (select coalesce(sum(t.count), 0) as orders from tallies t where t.subject_id = p.id) kept
           cross join lateral (
             select count(distinct i.order_id) as orders
               from order_items i join access a on a.order_id = i.order_id and a.product_id = i.product_id
              where i.owner_id = p.owner_id and i.product_id = p.id) counted
           where ${inRange("p")} and kept.orders <> counted.orders`,
      },
    ],
  },
];
