import { commonZone, dayOf } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/**
 * Who clicked is of use on its own day only: after it the click stays, for the figures of that day, and its visitor becomes
 * a random value: a day later, when the day is over in every zone. Clicks that no figure can ask for any more go; the links keep their counts.
 */
export async function anonymizeClicks({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  const today = dayOf(clock.now(), commonZone);
  await deleteOldClicks(pool, today);
  await anonymizeVisitors(pool, today);
}

const deleteOldClicks = statement("social_delete_old_clicks")<never, [today: string]>(
  "delete from reply_link_clicks where day < $1::date - 400",
);

const anonymizeVisitors = statement("social_anonymize_visitors")<never, [today: string]>(
  "update reply_link_clicks set visitor_hash = gen_random_uuid() where day < $1::date - 1 and length(visitor_hash) = 43",
);
