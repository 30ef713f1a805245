/**
 * SQL: whether a row of `access` opens its product at the moment that a parameter such as `$6` holds; the one place that
 * decides it, whatever is asked for. A membership's row is open while the membership is active, for 7 days after a renewal
 * failed, and once it is cancelled or rests until the end of what was paid for. Whether its order is paid and undisputed
 * is for the caller to ask.
 */
export const accessIsOpen = (access: string, now: string): string => `(
  ${access}.revoked_at is null and (${access}.subscription_id is null or exists (
    select from subscriptions membership
     where membership.id = ${access}.subscription_id and case
       when membership.status in ('active', 'trialing') then true
       when membership.status = 'past_due' then membership.past_due_at > billing_now(${now}::timestamptz) - interval '7 days'
       when membership.status in ('canceled', 'paused') then membership.current_period_end > billing_now(${now}::timestamptz)
       else false end)))`;
