import { membershipRuns } from "#server/database/membership-runs.ts";
import type pg from "pg";
import { hotStatement, statement } from "#server/database/statement.ts";
import { noticeDays } from "./price-notice.ts";

/**
 * SQL: whether the member `s` is to be told of the price change `c`: they go on, pay another price, and were members before
 * it was announced. Whoever has cancelled, or moves to another interval, is told if they stay after all.
 */
export const isToBeTold = `c.closed_at is null and s.product_id = c.product_id and s.billing_interval = c.billing_interval
  and ${membershipRuns("s")} and not s.cancel_at_period_end and s.order_id is not null
  and s.created_at < c.created_at and s.price_cents <> c.price_cents
  and coalesce(s.next_billing_interval, s.billing_interval) = s.billing_interval
  and not exists (select from member_prices told where told.price_change_id = c.id and told.subscription_id = s.id)`;

/**
 * Brings what a member was told in line with their membership, which is locked: what they pay or cannot come to pay any
 * more is settled, one who is to be told is told, and the provider is to charge what is due with the next renewal. Changes
 * nothing where it is repeated.
 */
export async function syncMemberPrice(client: pg.PoolClient, id: string, now: Date): Promise<void> {
  await settlePrice(client, id);
  const [change] = await findChange(client, id);
  if (change) await recordTold(client, change.id, [id], now);
  await planPrices(client, [id], now);
}

/** Writes down that these members, who are locked, are told now, each with a mail; what they were told before is over. */
export async function recordTold(
  client: pg.PoolClient,
  priceChangeId: string,
  ids: string[],
  now: Date,
): Promise<void> {
  await dropPrices(client, ids, priceChangeId);
  await insertTold(client, priceChangeId, ids, now);
}

const settlePrice = hotStatement("memberships_settle_price")<never, [id: string]>(
  `update member_prices m set state = case
       when s.ended_at is null and s.billing_interval = c.billing_interval and s.price_cents = m.price_cents then 'CHARGED'
       else 'DROPPED' end
     from subscriptions s, price_changes c
    where s.id = $1 and m.subscription_id = s.id and m.state = 'TOLD' and c.id = m.price_change_id
      and (s.ended_at is not null or s.billing_interval <> c.billing_interval or s.price_cents = m.price_cents)`,
);

const findChange = hotStatement("memberships_find_price_change")<{ id: string }, [subscriptionId: string]>(
  `select c.id from subscriptions s join price_changes c on ${isToBeTold} where s.id = $1 for share of c`,
);

/** What they were told of is not charged any more, but for that of `keptChangeId`. */
export const dropPrices = statement("memberships_drop_prices")<
  never,
  [ids: string[], keptChangeId: string | null]
>(`with dropped as (
     update member_prices set state = 'DROPPED'
      where subscription_id = any ($1::uuid[]) and state = 'TOLD' and price_change_id is distinct from $2
     returning subscription_id),
   unplanned as (
     update subscriptions s set next_billing_interval = null, next_price_cents = null from dropped
      where s.id = dropped.subscription_id and s.next_billing_interval = s.billing_interval
     returning s.provider_subscription_id)
   insert into job_outbox (name, data)
   select 'apply-next-plan', jsonb_build_object('providerSubscriptionId', provider_subscription_id) from unplanned`);

const insertTold = statement("memberships_insert_told")<
  never,
  [priceChangeId: string, ids: string[], now: Date]
>(`with told as (
     insert into member_prices (price_change_id, subscription_id, old_price_cents, price_cents, told_at, starts_at)
     select c.id, s.id, s.price_cents, c.price_cents, $3::timestamptz, $3::timestamptz + interval '${noticeDays * 24} hours'
       from price_changes c join subscriptions s on s.id = any ($2::uuid[]) where c.id = $1
     on conflict do nothing returning price_change_id, subscription_id),
   mail as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'price-change:' || told.price_change_id || ':' || s.id, c.email, 'price-change',
            jsonb_build_object('priceChangeId', told.price_change_id, 'subscriptionId', s.id, 'news', 'ANNOUNCED'), $3
       from told join subscriptions s on s.id = told.subscription_id
       join customers c on c.id = s.customer_id and c.erased_at is null
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`);

/**
 * Has the provider charge what these members were told with their next renewal, where that is 30 days or more after they
 * were. What was set stays set; a rest, a failed payment or a cancellation comes first. The database refuses any other rise.
 */
export const planPrices = hotStatement("memberships_plan_prices")<never, [ids: string[], now: Date]>(
  `with planned as (
     update subscriptions s set next_billing_interval = s.billing_interval, next_price_cents = m.price_cents
       from member_prices m join price_changes c on c.id = m.price_change_id and c.withdrawn_at is null
      where s.id = any ($1::uuid[]) and m.subscription_id = s.id and m.state = 'TOLD' and c.billing_interval = s.billing_interval
        and s.status = 'active' and not s.cancel_at_period_end and s.next_billing_interval is null
        and s.current_period_end >= m.starts_at and (s.moving_until is null or s.moving_until < $2)
     returning s.provider_subscription_id)
   insert into job_outbox (name, data)
   select 'apply-next-plan', jsonb_build_object('providerSubscriptionId', provider_subscription_id) from planned`,
);
