/**
 * SQL: what a customer of a creator is a member of, by a row of `creator_customers`: memberships that are billed and have not
 * ended, and those that are open without a bill, as free ones are.
 */
const current = (row: string): string => `
  select s.product_id, s.created_at as since,
         case when s.status = 'past_due' then 'PAST_DUE' when s.cancel_at_period_end then 'ENDING'
              when s.status = 'paused' then 'PAUSED' else 'ACTIVE' end as state
    from subscriptions s
   where s.customer_id = ${row}.customer_id and s.owner_id = ${row}.owner_id
     and s.status in ('trialing', 'active', 'paused', 'past_due')
  union all
  select a.product_id, a.granted_at, 'ACTIVE'
    from standing_access a join products m on m.id = a.product_id and m.type = 'MEMBERSHIP'
   where a.customer_id = ${row}.customer_id and a.owner_id = ${row}.owner_id and a.subscription_id is null`;

/** SQL: whether there is any such membership. */
export const isMember = (row: string): string => `exists (${current(row)})`;

/** SQL: those memberships as JSON, the newest first; null without any. */
export const membershipsOf = (row: string): string => `(
  select json_agg(json_build_object('productTitle', p.title, 'state', c.state) order by c.since desc, p.id)
    from (${current(row)}) c join products p on p.id = c.product_id)`;
