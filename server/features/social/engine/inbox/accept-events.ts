import type pg from "pg";
import { groupCommit } from "#server/database/group-commit.ts";
import { hotStatement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";

/** An index holds no longer ones, and no platform has them. */
const longestId = 400;
const longestText = 20_000;

/**
 * Keeps events in the inbox, each once for ever, and returns after the commit. An event of an account that is not
 * connected here, or that its platform has not confirmed, is dropped. Throws when nothing could be kept: the platform
 * then brings the same events again.
 */
export async function acceptEvents(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  events: readonly InboundEvent[],
): Promise<void> {
  const receivedAt = clock.now();
  const write = writerOf(pool);
  await Promise.all(events.map((event) => write(rowOf(event, receivedAt))));
}

type Row = ReturnType<typeof rowOf>;

const writers = new WeakMap<pg.Pool, (row: Row) => Promise<void>>();

/** All that the process keeps goes through one. */
function writerOf(pool: pg.Pool): (row: Row) => Promise<void> {
  const existing = writers.get(pool);
  if (existing) return existing;
  const writer = groupCommit<Row>(async (rows) => {
    // Numbered: they are worked off in the order in which they came.
    await insertEvents(pool, JSON.stringify(rows.map((row, place) => ({ ...row, place }))));
    wakeListeners(pool, "social_work");
  });
  writers.set(pool, writer);
  return writer;
}

function rowOf(event: InboundEvent, receivedAt: Date) {
  const { kind, detail, occurredAt } = event;
  const isTakenBack = kind === "DELETION" && detail.messageId !== undefined;
  return {
    platform: event.platform,
    account: storable(event.accountId, longestId),
    kind,
    // Named so that a message which comes after its own deletion finds it.
    id: storable(isTakenBack ? deletionId(detail.messageId ?? "") : event.id, longestId),
    person: storable(event.personId, longestId),
    username: event.personUsername === null ? null : storable(event.personUsername, longestId),
    text: storable(event.text, longestText),
    detail: Object.fromEntries(
      Object.entries(detail)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, storable(value, longestId)]),
    ),
    // A clock that is wrong elsewhere makes nothing happen later than it was told.
    occurredAt: occurredAt < receivedAt ? occurredAt : receivedAt,
    receivedAt,
  };
}

/** How the deletion of a message is named in the inbox. */
export const deletionId = (messageId: string): string => `DELETION:${messageId}`;

/** PostgreSQL keeps neither NUL nor halves of characters. */
const storable = (text: string, length: number): string =>
  text.slice(0, length).replaceAll("\0", "").toWellFormed();

const insertEvents = hotStatement("social_insert_events")<never, [rows: string]>(`insert into social_events
     (user_id, social_account_id, kind, platform_event_id, person_id, person_username, text, detail, occurred_at, received_at)
   select account.user_id, account.id, event.kind, event.id, event.person, event.username, event.text, event.detail,
          event."occurredAt", event."receivedAt"
     from json_to_recordset($1::json) as event (platform text, account text, kind text, id text, person text, username text,
            text text, detail jsonb, "occurredAt" timestamptz, "receivedAt" timestamptz, place int)
     join social_accounts account
       on account.platform = event.platform and account.platform_user_id = event.account and account.verified
    order by event.place
   on conflict (social_account_id, platform_event_id) do nothing`);
