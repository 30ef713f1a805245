import { isStoreSuspended } from "#server/database/suspended.ts";
import { statement } from "#server/database/statement.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { heldAs } from "#server/database/schema/suspensions.ts";
import type { Services } from "#server/services.ts";
import { syncMembership } from "./sync-membership.ts";

const atOnce = 100;
/** Nobody knows for how long a store is suspended; whoever reinstates it ends the pause. */
const untilReinstated = new Date("2100-01-01T00:00:00Z");

/**
 * Has the provider bill no membership of a suspended store: those that run are paused, trials end without a bill, and where a
 * renewal has failed, which the provider would try again, it ends. How each was is written down before the provider is asked,
 * so that a run which is cut off goes on where it was. What began or was paid meanwhile is found by the next run.
 */
export async function holdMemberships(services: Services, stopping?: AbortSignal): Promise<void> {
  const { pool, payments, clock } = services;
  for (;;) {
    await writeHeld(pool, clock.now(), atOnce);
    const waiting = await selectUnheld(pool, atOnce);
    for (const { id, providerId, how, mark } of waiting) {
      stopping?.throwIfAborted();
      const key = `hold_${id}_${mark}`;
      await asked(services, providerId, () =>
        how === "PAUSED"
          ? payments.subscriptions.pauseSubscription(providerId, untilReinstated, key)
          : payments.subscriptions.cancelSubscription(providerId, "AT_PERIOD_END", key),
      );
      await markHeld(pool, id, clock.now());
    }
    const owing = await selectOwing(pool, atOnce);
    for (const { id, providerId } of owing) {
      stopping?.throwIfAborted();
      await asked(services, providerId, () =>
        payments.subscriptions.cancelSubscription(providerId, "NOW", `hold_${id}_owing`),
      );
    }
    if (waiting.length < atOnce) return;
  }
}

/**
 * Takes up again what was held of stores that are suspended no more. A pause of the member's own goes on; where the paid
 * period is over a new one begins now, as after any pause.
 */
export async function releaseMemberships(services: Services, stopping?: AbortSignal): Promise<void> {
  const { pool, payments, clock } = services;
  for (;;) {
    const released = await selectReleased(pool, atOnce);
    for (const { id, providerId, how, pausedUntil, isEnding, mark } of released) {
      stopping?.throwIfAborted();
      const key = `release_${id}_${mark}`;
      await asked(services, providerId, (): Promise<unknown> => {
        // Whoever cancelled it meanwhile meant it.
        if (how === "PAUSED" && isEnding) return Promise.resolve();
        if (how === "CANCELLED") return payments.subscriptions.keepSubscription(providerId, key);
        return pausedUntil && pausedUntil > clock.now()
          ? payments.subscriptions.pauseSubscription(providerId, pausedUntil, key)
          : payments.subscriptions.resumeSubscription(providerId, key);
      });
      await deleteHeld(pool, id);
    }
    if (released.length < atOnce) return;
  }
}

/** SQL: the memberships `s` of suspended stores. */
const suspended = "store_suspensions x join subscriptions s on s.owner_id = x.owner_id";
const isOwing = "s.status in ('past_due', 'unpaid')";

/**
 * SQL: whether `s` may be billed, and can be held. Its first condition, which says no more, is that of the index of members. One
 * that was held and runs all the same was taken up by its member, who had asked the moment before: it is held anew.
 */
const isRunning = `s.status in ('trialing', 'active', 'paused', 'past_due')
      and (s.status in ('active', 'trialing') or s.status = 'paused' and s.paused_until is not null)
      and not s.cancel_at_period_end and not exists (
        select from held_memberships h
         where h.subscription_id = s.id and (h.held_at is null or s.status not in ('active', 'trialing')))`;

/** SQL: whether a suspended store has such a membership `s`. Each is looked up by itself: the limit sees to that. */
const isAnySuspended = (which: string) => `exists (select from store_suspensions x
      cross join lateral (select from subscriptions s where s.owner_id = x.owner_id and ${which} limit 1) one)`;

/** SQL: whether there is anything to hold or to take up again. */
export const isAnyToHold = `${isAnySuspended(isOwing)} or ${isAnySuspended(isRunning)}
      or exists (select from held_memberships h where h.held_at is null or not ${isStoreSuspended("h.owner_id")})`;

/** What has ended or changed meanwhile is as it is. */
async function asked(services: Services, providerId: string, ask: () => Promise<unknown>): Promise<void> {
  await ask().catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
  });
  await syncMembership(services, providerId);
}

/** One without an end of its pause goes on when its member says so, and that is refused meanwhile. */
const writeHeld = statement("memberships_write_held")<never, [now: Date, limit: number]>(
  `insert into held_memberships (subscription_id, owner_id, held_as, paused_until, created_at)
   select s.id, s.owner_id, case s.status when 'trialing' then 'CANCELLED' else 'PAUSED' end, s.paused_until, $1
     from ${suspended}
    where ${isRunning}
    limit $2
   on conflict (subscription_id) do update
     set held_as = excluded.held_as, paused_until = excluded.paused_until, held_at = null, created_at = excluded.created_at`,
);

/** `mark`: of this time, for the keys of what is asked. */
type Held = { id: string; providerId: string; how: (typeof heldAs)[number]; mark: string };

const mark = "(extract(epoch from h.created_at) * 1000)::int8::text as mark";

const selectUnheld = statement("memberships_select_unheld")<Held, [limit: number]>(
  `select s.id, s.provider_subscription_id as "providerId", h.held_as as how, ${mark}
     from held_memberships h join subscriptions s on s.id = h.subscription_id
    where h.held_at is null and ${isStoreSuspended("h.owner_id")} limit $1`,
);

const markHeld = statement("memberships_mark_held")<never, [id: string, now: Date]>(
  "update held_memberships set held_at = $2 where subscription_id = $1",
);

const selectOwing = statement("memberships_select_owing")<
  { id: string; providerId: string },
  [limit: number]
>(
  `select s.id, s.provider_subscription_id as "providerId"
     from ${suspended} where ${isOwing} limit $1`,
);

const selectReleased = statement("memberships_select_released")<
  Held & { pausedUntil: Date | null; isEnding: boolean },
  [limit: number]
>(
  `select s.id, s.provider_subscription_id as "providerId", h.held_as as how, h.paused_until as "pausedUntil", s.cancel_at_period_end as "isEnding", ${mark}
     from held_memberships h join subscriptions s on s.id = h.subscription_id
    where not ${isStoreSuspended("h.owner_id")} limit $1`,
);

/** Its member has cancelled it: it is not taken up again with its store. */
export const cancelHeld = statement("memberships_forget_held")<never, [id: string]>(
  "delete from held_memberships where subscription_id = $1",
);

const deleteHeld = statement("memberships_delete_held")<never, [id: string]>(
  `delete from held_memberships h where h.subscription_id = $1 and not ${isStoreSuspended("h.owner_id")}`,
);
