import { creatorPlan } from "#server/database/creator-plan.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import type { Services } from "#server/services.ts";

const atOnce = 200;

/**
 * Tells creators three days before their trial ends, and once it has ended, each once: whoever pays by then hears nothing. A
 * worker that was down for long tells nobody of an end that is older than a week, and nobody of one to come that is over.
 */
export async function notifyOfTrials({
  pool,
  clock,
  config,
}: Pick<Services, "pool" | "clock" | "config">): Promise<void> {
  if (!config.plans) return;
  const now = clock.now();
  for (let full = true; full;) {
    full = await inTransaction(pool, async (client) => {
      const due = await selectEnding(client, now, atOnce);
      for (const { ownerId, endsAt, hasEnded, products } of due)
        await notifyCreator(dbOn(client), {
          ownerId,
          kind: "TRIAL",
          event: eventOf(hasEnded),
          facts: { endsAt: endsAt.toISOString(), hasEnded, products },
          now,
        });
      return due.length === atOnce;
    });
  }
}

const eventOf = (hasEnded: boolean) => (hasEnded ? "trial-ended" : "trial-ends");

const selectEnding = statement("plans_select_trials")<
  { ownerId: string; endsAt: Date; hasEnded: boolean; products: number },
  [now: Date, limit: number]
>(`select u.id as "ownerId", u.trial_ends_at as "endsAt", u.trial_ends_at <= $1 as "hasEnded",
          (select count(*)::int from products p where p.owner_id = u.id and p.state = 'PUBLISHED') as products
     from users u
    where u.trial_ends_at > $1::timestamptz - interval '7 days' and u.trial_ends_at <= $1::timestamptz + interval '3 days'
      and u.has_store and not u.is_platform and u.erased_at is null and ${creatorPlan("u", "$1")} = 'STARTER'
      and not exists (
        select from notifications n
         where n.owner_id = u.id and n.event = case when u.trial_ends_at <= $1 then '${eventOf(true)}' else '${eventOf(false)}' end)
    order by u.id limit $2`);
