import { membershipRuns } from "./membership-runs.ts";

const isRunning = membershipRuns("s");

/**
 * SQL: what a customer of a creator is a member of, by a row of `creator_customers`: memberships that are billed and have not
 * ended, and those that are open without a bill, as free ones are. From the creator's few memberships (`offset 0` keeps the
 * planner to it): a customer may own twenty other things.
 */
const current = (row: string, kinds: string): string => `
  select s.product_id, s.created_at as since,
         case when s.status = 'past_due' then 'PAST_DUE' when s.cancel_at_period_end then 'ENDING'
              when s.status = 'paused' then 'PAUSED' when s.status = 'trialing' then 'TRIAL' else 'ACTIVE' end as state,
         case when not s.cancel_at_period_end then nullif(s.next_billing_interval, s.billing_interval) end as moves_to,
         case when s.status = 'trialing' then s.current_period_end end as trial_ends_at
    from subscriptions s
   where s.customer_id = ${row}.customer_id and s.owner_id = ${row}.owner_id
     and ${isRunning}
  union all
  select m.id, a.granted_at, 'ACTIVE', null, null
    from ${kinds} m
   cross join lateral (
     select granted_at from standing_access
      where customer_id = ${row}.customer_id and product_id = m.id and subscription_id is null offset 0) a`;

/**
 * SQL: the ids of all customers of a creator that have any such membership, each once, which lets PostgreSQL join a large set
 * whole: found from the creator's memberships, so that no other customer is asked. `owner` names a parameter.
 */
export const membersOf = (owner: string): string => `
  select s.customer_id from subscriptions s where s.owner_id = ${owner} and ${isRunning}
  union
  select a.customer_id
    from products m
    join standing_access a on a.owner_id = m.owner_id and a.product_id = m.id and a.subscription_id is null
   where m.owner_id = ${owner} and m.type = 'MEMBERSHIP'`;

/** SQL: the memberships that a creator sells, by id. */
export const membershipKinds = (owner: string): string =>
  `select id from products where owner_id = ${owner} and type = 'MEMBERSHIP'`;

/**
 * SQL: those memberships as JSON, the newest first; null without any. `kinds` names `membershipKinds` where a statement has
 * read them for all of its rows.
 */
export const membershipsOf = (
  row: string,
  kinds = `(${membershipKinds(`${row}.owner_id`)} offset 0)`,
): string => `(
  select json_agg(json_build_object('productTitle', p.title, 'state', c.state, 'movesTo', c.moves_to, 'trialEndsAt', c.trial_ends_at)
                  order by c.since desc, p.id)
    from (${current(row, kinds)}) c join products p on p.id = c.product_id)`;
