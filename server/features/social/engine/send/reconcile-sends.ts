import { hotStatement } from "#server/database/statement.ts";
import { openAccount } from "#server/features/social/accounts/open-account.ts";
import type { Services } from "#server/services.ts";
import { platformOf } from "#server/features/social/engine/inbox/platform-of.ts";
import { recordResults, sendResult } from "./record-results.ts";
import type { socialAccounts } from "#server/database/schema/social.ts";

/** A call that has no result after this time has nobody who waits for it any more. */
const callMs = 60_000;
/** Platforms show the last days of a thread. */
const askedForMs = 7 * 86_400_000;
/** By then a message that arrived is in its thread: a no is final. */
const settledMs = 3_600_000;
const perRun = 100;

/**
 * Messages whose process died are UNKNOWN; for those it asks the platform whether they arrived, at growing intervals. It
 * sends nothing. Repeating it does no harm.
 */
export async function reconcileSends(services: Services): Promise<void> {
  const { pool, clock } = services;
  await markUnanswered(services, new Date(clock.now().getTime() - callMs));
  const now = clock.now();
  const unknown = await takeUnknown(pool, now, new Date(now.getTime() - askedForMs), perRun);
  for (const send of unknown) {
    const platform = platformOf(services, send);
    const account = openAccount(services, { ...send, id: send.accountId });
    if (!platform || !account) continue;
    const { recipientId: personId, text } = send;
    // The platform's clock may be a little behind ours.
    const since = new Date(send.claimedAt.getTime() - 10_000);
    const found = await platform.findSent(account, { personId, text, since });
    if (found.found === "no" && isSettled(send, now)) {
      const failure = "the platform says that it did not arrive";
      await recordResults(pool, [sendResult(send.id, "FAILED", { failure })], clock.now());
    }
    if (found.found !== "yes") continue;
    // A text may be sent more than once: a message that another send is known by is not this one.
    const [other] = await selectOther(pool, send.accountId, send.id, found.messageId, since);
    if (other) continue;
    const row = sendResult(send.id, "SENT", { providerMessageId: found.messageId });
    await recordResults(pool, [row], clock.now());
  }
}

/** Somebody who only commented may have another id in the thread that the answer opened: there a no says nothing. */
const isSettled = ({ commentId, claimedAt }: Unknown, now: Date): boolean =>
  commentId === null && now.getTime() - claimedAt.getTime() >= settledMs;

const selectOther = hotStatement("social_select_other_send")<
  { id: string },
  [accountId: string, id: string, messageId: string, since: Date]
>(`select id from social_sends
    where social_account_id = $1 and id <> $2 and provider_message_id = $3 and claimed_at >= $4 limit 1`);

/** What was SENDING since before then is UNKNOWN: it may have arrived. */
export async function markUnanswered({ pool, clock }: Services, claimedBefore: Date): Promise<void> {
  const now = clock.now();
  const abandoned = await selectAbandoned(pool, claimedBefore);
  await recordResults(
    pool,
    abandoned.map(({ id }) => sendResult(id, "UNKNOWN", { dueAt: now })),
    now,
  );
}

const selectAbandoned = hotStatement("social_select_abandoned_sends")<{ id: string }, [claimedBefore: Date]>(
  "select id from social_sends where state = 'SENDING' and claimed_at <= $1",
);

type Unknown = Pick<
  typeof socialAccounts.$inferSelect,
  "userId" | "platform" | "connection" | "platformUserId" | "pageId" | "accessToken"
> & {
  id: string;
  accountId: string;
  recipientId: string;
  commentId: string | null;
  text: string;
  claimedAt: Date;
};

/** The next question comes after half of the time that has passed since the call. A public answer is in no thread. */
const takeUnknown = hotStatement("social_take_unknown_sends")<
  Unknown,
  [now: Date, claimedAfter: Date, limit: number]
>(`with due as (
     select id from social_sends
      where state = 'UNKNOWN' and due_at <= $1 and claimed_at > $2 and purpose <> 'PUBLIC_REPLY'
      order by due_at limit $3 for update skip locked)
   update social_sends s
      set due_at = $1::timestamptz + greatest(($1::timestamptz - s.claimed_at) / 2, interval '30 seconds')
     from due, social_accounts a
    where s.id = due.id and a.id = s.social_account_id and s.claimed_at is not null
   returning s.id, s.recipient_id as "recipientId", s.comment_id as "commentId", s.text, s.claimed_at as "claimedAt", a.id as "accountId",
             a.user_id as "userId", a.platform, a.connection, a.platform_user_id as "platformUserId", a.page_id as "pageId",
             a.access_token as "accessToken"`);
