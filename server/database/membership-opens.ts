/**
 * SQL: whether a membership, the row `s`, opens anything at `$2`: it runs or is paid for, and what its newest bill opened was
 * not closed by a refund or by hand, nor by a bank that disputes it. As `open_access` has it.
 */
export const membershipOpens = `(
  coalesce(membership_is_open(s.status, s.past_due_at, s.current_period_end, $2), false)
  and coalesce((select a.revoked_at is null and not bill.disputed and bill.status in ('PAID', 'REFUNDED')
                  from access a join orders bill on bill.id = a.order_id
                 where a.customer_id = s.customer_id and a.product_id = s.product_id and a.subscription_id = s.id
                 order by a.granted_at desc, a.id desc limit 1), false))`;
