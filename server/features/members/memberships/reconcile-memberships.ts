import type { Services } from "#server/services.ts";
import { followMembership } from "./follow-membership.ts";

/**
 * Finds what webhooks lost: asks the provider again about every membership whose paid period ended an hour ago without
 * news, at most once an hour each. A pause that is over is ended here where the provider does not bill by itself.
 */
export async function reconcileMemberships(services: Services): Promise<void> {
  const { pool, clock, log, payments } = services;
  const { rows } = await pool.query<{ id: string; providerId: string; restedUntil: Date | null }>(
    `select id, provider_subscription_id as "providerId",
            case when status = 'paused' and paused_until < billing_now($1) - interval '1 hour' then paused_until end as "restedUntil"
       from subscriptions
      where status in ('active', 'trialing', 'past_due', 'paused') and updated_at < $1::timestamptz - interval '1 hour'
        and greatest(current_period_end, paused_until) < billing_now($1) - interval '1 hour'
      order by updated_at limit 200`,
    [clock.now()],
  );
  for (const { id, providerId, restedUntil } of rows) {
    try {
      if (restedUntil)
        await payments.subscriptions.resumeSubscription(providerId, `rested_${id}_${restedUntil.getTime()}`);
      await followMembership(services, providerId);
    } catch (error) {
      log.error({ err: error, subscriptionId: id }, "could not reconcile a membership");
    }
  }
}
