import { randomUUID } from "node:crypto";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { syncMembership } from "./sync-membership.ts";

/**
 * Finds what webhooks lost: asks the provider again about every membership whose paid period ended an hour ago without
 * news, at most once an hour each, and every six hours about those that are to be billed otherwise. A pause that is over is ended here where the provider does not do it by itself.
 */
export async function reconcileMemberships(services: Services): Promise<void> {
  const { pool, clock, log, payments } = services;
  const now = clock.now();
  for (const { id, providerId } of [...(await claimSilent(pool, now)), ...(await claimPlanned(pool, now))]) {
    try {
      // What it is now comes first: it may have ended while it rested, and be none to resume.
      await syncMembership(services, providerId);
      const rested = await selectRested(pool, id, now);
      if (rested.length === 0) continue;
      await payments.subscriptions.resumeSubscription(providerId, randomUUID());
      await syncMembership(services, providerId);
    } catch (error) {
      log.error({ err: error, subscriptionId: id }, "could not reconcile a membership");
    }
  }
}

/** Marked before they are asked about, so that those whose provider fails wait their hour, too, and keep nobody waiting. */
const claimSilent = statement("memberships_claim_silent")<{ id: string; providerId: string }, [now: Date]>(
  `update subscriptions set updated_at = $1
    where id in (
      select id from subscriptions
       where status in ('active', 'trialing', 'past_due', 'paused') and updated_at < $1::timestamptz - interval '1 hour'
         and greatest(current_period_end, paused_until) < $1::timestamptz - interval '1 hour'
       order by updated_at limit 200 for update skip locked)
   returning id, provider_subscription_id as "providerId"`,
);

/** What was agreed to for later is to be known to the provider in time, whoever died on the way. */
const claimPlanned = statement("memberships_claim_planned")<{ id: string; providerId: string }, [now: Date]>(
  `update subscriptions set updated_at = $1
    where id in (
      select id from subscriptions
       where next_billing_interval is not null and updated_at < $1::timestamptz - interval '6 hours'
       order by updated_at limit 200 for update skip locked)
   returning id, provider_subscription_id as "providerId"`,
);

/** It, where its pause is over, and still on. One without an end goes on when its member says so. */
const selectRested = statement("memberships_select_rested")<never, [id: string, now: Date]>(
  `select from subscriptions
    where id = $1 and status = 'paused' and paused_until < $2::timestamptz - interval '1 hour'`,
);
