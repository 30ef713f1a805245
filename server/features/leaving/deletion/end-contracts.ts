import { membershipRuns } from "#server/database/membership-runs.ts";
import { statement } from "#server/database/statement.ts";
import { disconnectSocialAccount } from "#server/features/social/accounts/disconnect-account.ts";
import { syncMembership } from "#server/features/memberships/sync-membership.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

const atOnce = 100;
const first = "00000000-0000-0000-0000-000000000000";

/**
 * Ends what would go on by itself: the creator's plan at once, memberships with what their members paid for, connections to
 * platforms with their tokens and all that came through them. What has ended already is not asked for again, so that a run
 * which is cut off goes on where it was; also what began while it ran is found.
 */
export async function endContracts(
  services: Services,
  ownerId: string,
  stopping?: AbortSignal,
): Promise<void> {
  const { pool, payments, clock } = services;
  for (let last: string | undefined = first; last !== undefined;) {
    const running: Running[] = await selectRunning(pool, ownerId, clock.now(), last, atOnce);
    for (const { providerId, endsNow } of running) {
      stopping?.throwIfAborted();
      await payments.subscriptions
        .cancelSubscription(providerId, endsNow ? "NOW" : "AT_PERIOD_END", `left_${endsNow}_${providerId}`)
        .catch((error: unknown) => {
          // It has ended meanwhile, which the next line writes down.
          if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state")
            throw error;
        });
      await syncMembership(services, providerId);
    }
    // Each is asked for once in a run, also where it goes on.
    last = running.length === atOnce ? running.at(-1)?.id : undefined;
  }
  const [left] = await selectRunning(pool, ownerId, clock.now(), first, 1);
  if (left) throw new Error("a membership of an account that is being deleted runs on");
  for (const { id } of await selectAccounts(pool, ownerId)) {
    stopping?.throwIfAborted();
    await disconnectSocialAccount(services, ownerId, id).catch((error: unknown) => {
      // Another worker was faster.
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
    });
  }
}

type Running = { id: string; providerId: string; endsNow: boolean };

/** Who owes for a renewal, or rests past what was paid, has nothing to wait for. */
const selectRunning = statement("leaving_select_running")<
  Running,
  [ownerId: string, now: Date, after: string, limit: number]
>(`select s.id, s.provider_subscription_id as "providerId",
          s.plan_for is not distinct from $1 or s.status = 'past_due' or s.status = 'paused' and coalesce(s.current_period_end <= $2, true) as "endsNow"
     from subscriptions s
    where (s.owner_id = $1 and not s.cancel_at_period_end or s.plan_for = $1) and ${membershipRuns("s")} and s.id > $3
    order by s.id limit $4`);

const selectAccounts = statement("leaving_select_accounts")<{ id: string }, [ownerId: string]>(
  "select id from social_accounts where user_id = $1",
);
