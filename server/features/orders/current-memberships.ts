const runs = "s.status in ('trialing', 'active', 'paused', 'past_due')";

/** SQL: whether a row of `creator_customers` is of somebody with a membership of that creator that has not ended. */
export const isMember = (row: string): string => `exists (
  select from subscriptions s where s.customer_id = ${row}.customer_id and s.owner_id = ${row}.owner_id and ${runs})`;

/** SQL: those memberships as JSON, the newest first; null without any. */
export const membershipsOf = (row: string): string => `(
  select json_agg(json_build_object('productTitle', p.title, 'state',
           case when s.status = 'past_due' then 'PAST_DUE' when s.cancel_at_period_end then 'ENDING'
                when s.status = 'paused' then 'PAUSED' else 'ACTIVE' end) order by s.created_at desc, s.id)
    from subscriptions s join products p on p.id = s.product_id
   where s.customer_id = ${row}.customer_id and s.owner_id = ${row}.owner_id and ${runs})`;
