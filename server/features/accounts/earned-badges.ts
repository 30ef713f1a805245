import type { Creator } from "#contract/accounts/accounts.ts";
import { creatorPlan } from "#server/database/creator-plan.ts";

export type Badge = Creator["badges"][number];

/**
 * SQL: the badges that a creator `u` has earned, in the order in which they stand. `$2` is the provider that takes the
 * payments now, `$3` whether this installation has plans. However much somebody has sold, it reads at most a hundred of
 * their orders, and their reviews only after those; an answer is kept for a minute.
 */
export const earnedBadges = `array_remove(array[
    case when case when $3::boolean then ${creatorPlan("u")} <> 'STARTER' else ${hasPaidOrders(10)} end then 'PROFESSIONAL' end,
    case when exists (select from payout_accounts account
                       where account.owner_id = u.id and account.provider = $2::text and account.transfers_active)
      then 'VERIFIED' end,
    case when ${hasPaidOrders(100)} then (
      select 'TOP' from counted_reviews r join products p on p.id = r.product_id
       where p.owner_id = u.id having count(*) >= 20 and avg(r.rating) >= 4.5) end
  ], null)`;

/** Orders that somebody paid for: what is given away, went back or is disputed earns nothing. */
function hasPaidOrders(count: number): string {
  return `exists (
    select from orders o
     where o.owner_id = u.id and o.total_cents > 0 and o.status = 'PAID' and not o.disputed offset ${count - 1})`;
}
