import { isConnectionLost, sqlState } from "#server/database/client.ts";
import { hotStatement } from "#server/database/statement.ts";
import { namePeople } from "#server/features/social/conversations/name-people.ts";
import { traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { listOpenCreators } from "./open-creators.ts";
import { nothingDone, processEvents, type Turn } from "./process-events.ts";

const noUser = "00000000-0000-0000-0000-000000000000";
/** Creators in one look around, and of these at the same time. */
const perRound = 200;
const atOnce = 4;

/**
 * Gives every creator with open events one turn, all of them before anybody's second. Answers how many events were decided
 * on, and calls back as soon as there is something to send.
 */
export async function processRound(services: Services, onSends: () => void): Promise<number> {
  let decided = 0;
  let after = noUser;
  for (;;) {
    const creators = await listOpenCreators(services.pool, after, perRound);
    const waiting = creators.map(({ userId }) => userId);
    const work = async () => {
      for (let userId = waiting.shift(); userId !== undefined; userId = waiting.shift()) {
        const turn = await traceRound(services.tracer, "decide-on-messages", () =>
          takeTurn(services, userId),
        );
        decided += turn.decided;
        if (turn.sends > 0) onSends();
        if (turn.hasNameless) askNames(services);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    after = creators.at(-1)?.userId ?? "";
    if (creators.length < perRound) return decided;
  }
}

const naming = new WeakMap<Services["pool"], Promise<void>>();

/** Beside everything else: an answer never waits for a name. Who comes while it is under way is named within a minute. */
function askNames(services: Services): void {
  const { pool, log, tracer } = services;
  if (naming.has(pool)) return;
  const asking = traceRound(tracer, "name-people", () => namePeople(services))
    .catch((error: unknown) => log.warn({ err: error }, "names were not asked for"))
    .finally(() => naming.delete(pool));
  naming.set(pool, asking);
}

/** A turn that fails does not keep the others from theirs, nor one event that cannot be dealt with the rest of its creator's. */
async function takeTurn(services: Services, userId: string): Promise<Turn> {
  try {
    return await processEvents(services, userId);
  } catch (error) {
    services.log.error({ err: error, userId }, "events were not decided on");
    if (isPassing(error)) return nothingDone;
    try {
      return await processEvents(services, userId, 1);
    } catch (again) {
      if (!isPassing(again)) await setAside(services.pool, userId, services.clock.now());
      return nothingDone;
    }
  }
}

/** The database is away, or somebody else held the rows for too long: the next turn may succeed. */
const isPassing = (error: unknown): boolean =>
  isConnectionLost(error) || /^(40|55|57|53)/.test(sqlState(error) ?? "");

const setAside = hotStatement("social_set_event_aside")<
  never,
  [userId: string, now: Date]
>(`update social_events set outcome = 'UNSUPPORTED', outcome_detail = 'an error kept it from being answered', decided_at = $2
    where id = (select id from social_events where user_id = $1 and outcome is null order by id limit 1)`);
