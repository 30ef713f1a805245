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
                    min(o.created_at) filter (where ${paid}) as paid_at,
                    coalesce(sum(o.total_cents - o.refunded_cents) filter (where ${paid}), 0) as cents
               from orders o where o.owner_id = k.owner_id and o.customer_id = k.customer_id) counted
           where ${inRange("k")}
             and (k.order_count, k.spent_cents, k.first_order_at, k.last_order_at, k.first_paid_at)
                 is distinct from (counted.orders::int, counted.cents::bigint, counted.first_at, counted.last_at, counted.paid_at)`,
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
    name: "kept-learners",
    rule: "How far each purchase of a course has come is what its progress says",
    checks: [
      {
        sql: `
          select order_id as id, product_id, k.lessons_begun, k.lessons_done, coalesce(counted.begun, 0) as begun, coalesce(counted.done, 0) as done
            from (select a.order_id, a.product_id, min(a.granted_at) filter (where a.revoked_at is null) as granted_at
                    from access a join products p on p.id = a.product_id and p.type = 'COURSE' group by 1, 2) as opened
            full join course_learners k using (order_id, product_id)
            left join (
             select g.order_id, m.product_id, count(*) as begun, count(g.completed_at) as done, max(g.completed_at) as last
               from progress g join lessons l on l.id = g.lesson_id join course_modules m on m.id = l.module_id group by 1, 2) as counted
              using (order_id, product_id)
           where (k.granted_at, coalesce(k.lessons_begun, -1), k.lessons_done, k.last_done_at)
                 is distinct from (opened.granted_at, coalesce(counted.begun, 0)::int, coalesce(counted.done, 0)::int, counted.last)`,
      },
    ],
  },
  {
    name: "kept-movements",
    rule: "The movements of each membership add up to what it is: one member or trial at most, and its price while it pays",
    checks: [
      {
        through: "subscriptions",
        sql: `
          select s.id, sums.members, sums.trials, sums.annual
            from subscriptions s
           cross join lateral (
             select coalesce(sum(m.members), 0) as members, coalesce(sum(m.trials), 0) as trials, coalesce(sum(m.annual_cents), 0) as annual
               from membership_movements m where m.subscription_id = s.id) as sums
           where ${inRange("s")}
             and not (sums.members in (0, 1) and sums.trials in (0, 1) and sums.members + sums.trials <= 1
                      and (s.status in ('active', 'trialing')) = (sums.members + sums.trials = 1)
                      and sums.annual = case when sums.members = 1 then s.price_cents * case s.billing_interval when 'YEAR' then 1 else 12 end else 0 end)`,
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
