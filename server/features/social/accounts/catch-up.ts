import { and, asc, eq, gt, inArray, isNull, lt, ne, or } from "drizzle-orm";
import { statement } from "#server/database/statement.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { type InboundEvent, PlatformError } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import type { AccountRow } from "./list-accounts.ts";
import { openAccount } from "./open-account.ts";

const pageSize = 100;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** What is older cannot be answered any more. */
const longestMs = 24 * hourMs;
/** A webhook may still be on its way. */
const onItsWayMs = 5 * minuteMs;

/**
 * Reads from Meta what people wrote while nobody took its webhooks: during an outage of ours, or after it had stopped
 * delivering. Each account about once an hour, from where the last reading ended; what the inbox has is left out. An
 * account that cannot be read delays no other one. Throws at the end if reading one failed for another reason than the
 * platform.
 */
export async function catchUp(services: Services): Promise<void> {
  const failures: unknown[] = [];
  let page: AccountRow[];
  let after: string | undefined;
  do {
    page = await accountsToRead(services, after);
    for (const row of page) {
      try {
        await catchUpAccount(services, row);
      } catch (error) {
        if (error instanceof PlatformError)
          services.log.warn({ accountId: row.id, kind: error.kind }, "missed messages could not be read");
        else failures.push(error);
      }
    }
    after = page.at(-1)?.id;
  } while (page.length === pageSize);
  if (failures.length > 0) throw new AggregateError(failures, "missed messages could not be written down");
}

/** Accounts that have not been read for about an hour, in the order of their ids. */
function accountsToRead(
  { db, clock, platforms }: Services,
  after: string | undefined,
): Promise<AccountRow[]> {
  const here = (["INSTAGRAM", "FACEBOOK"] as const).filter((name) => platforms.real(name)?.readMissed);
  return db
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.verified, true),
        ne(socialAccounts.connection, "DEMO"),
        isNull(socialAccounts.problem),
        inArray(socialAccounts.platform, here),
        or(
          isNull(socialAccounts.caughtUpAt),
          lt(socialAccounts.caughtUpAt, new Date(clock.now().getTime() - 50 * minuteMs)),
        ),
        after === undefined ? undefined : gt(socialAccounts.id, after),
      ),
    )
    .orderBy(asc(socialAccounts.id))
    .limit(pageSize);
}

async function catchUpAccount(services: Services, row: AccountRow): Promise<void> {
  const { db, clock, platforms } = services;
  const now = clock.now();
  const account = openAccount(services, row);
  const until = new Date(now.getTime() - onItsWayMs);
  // An account that was never read begins now: its webhooks have brought what came before.
  if (row.caughtUpAt && account) {
    const since = new Date(Math.max(row.caughtUpAt.getTime(), now.getTime() - longestMs));
    const found = (await platforms.real(row.platform)?.readMissed?.(account, since)) ?? [];
    const events = found.filter(({ occurredAt }) => occurredAt <= until);
    await acceptEvents(services, await notKnown(services, row.id, events));
  }
  await db.update(socialAccounts).set({ caughtUpAt: until }).where(eq(socialAccounts.id, row.id));
}

/** By the message's id, and by who wrote what when: nothing promises that Meta names it the same in both places. */
async function notKnown(
  { pool }: Services,
  accountId: string,
  events: InboundEvent[],
): Promise<InboundEvent[]> {
  if (events.length === 0) return [];
  const known = await selectKnown(
    pool,
    accountId,
    events.map(({ id }) => id),
    events.map(({ personId }) => personId),
    events.map(({ text }) => text),
    events.map(({ occurredAt }) => occurredAt),
  );
  const ids = new Set(known.map(({ id }) => id));
  return events.filter(({ id }) => !ids.has(id));
}

const selectKnown = statement("social_select_known_messages")<
  { id: string | null },
  [accountId: string, ids: string[], personIds: string[], texts: string[], moments: Date[]]
>(`select asked.id
     from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as asked (id, person_id, text, at)
    where exists (
      select from social_events e
       where e.social_account_id = $1 and e.platform_event_id = asked.id)
       or exists (
      select from dm_conversations c join dm_messages m on m.conversation_id = c.id
       where c.social_account_id = $1 and c.participant_id = asked.person_id and m.sender_id = asked.person_id
         and m.message_text = asked.text
         and m.platform_created_at between asked.at - interval '10 seconds' and asked.at + interval '10 seconds')`);
