/**
 * SQL: whether a membership, the row `s`, opens anything at `$2`: it runs or is paid for, and what its newest bill opened was
 * not closed by a refund or by hand. As `open_access` has it.
 */
export const membershipOpens = `(
  coalesce(membership_is_open(s.status, s.past_due_at, s.current_period_end, $2), false)
  and coalesce((select a.revoked_at is null from access a
                 where a.customer_id = s.customer_id and a.product_id = s.product_id and a.subscription_id = s.id
                 order by a.granted_at desc, a.id desc limit 1), false))`;
