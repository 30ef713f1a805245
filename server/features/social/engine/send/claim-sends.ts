import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import type { socialAccounts } from "#server/database/schema/social.ts";
import { openAccount } from "#server/features/social/accounts/open-account.ts";
import type { ConnectedAccount, SocialPlatform } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { openCartsOf } from "./open-carts.ts";
import { platformOf } from "#server/features/social/engine/inbox/platform-of.ts";
import { type RateRoom, rateRoom } from "./rate-room.ts";
import { recordResults, sendResult } from "./record-results.ts";
import { type QueuedSend, tooLateFor } from "./why-not-sent.ts";

/** Messages of one account in one turn, all under way at once. */
const mostAtOnce = 16;

export type ClaimedSend = QueuedSend & {
  id: string;
  recipientId: string;
  text: string;
  button: { title: string; url: string } | null;
  /** With this one. */
  attempts: number;
};

export type Claim = {
  platform: SocialPlatform;
  account: ConnectedAccount;
  sends: ClaimedSend[];
};

/** `handled`: sends that were claimed or given up. `moreAt`: the platform's limits allow nothing before. */
export type Claimed = { claim: Claim | undefined; handled: number; moreAt: Date | undefined };

const nothing: Claimed = { claim: undefined, handled: 0, moreAt: undefined };

/**
 * Takes an account's next messages for this process: once this has returned, SENDING is committed, and nobody else sends
 * them ever. What must not be sent any more is given up on the way.
 */
export async function claimSends(services: Services, accountId: string): Promise<Claimed> {
  return inTransaction(services.pool, async (client) => {
    // By itself: what is counted and read next is what the last holder of the lock has written.
    const [lock] = await tryLockAccount(client, accountId);
    const [row] = lock?.locked ? await selectAccount(client, accountId) : [];
    if (!row) return nothing;
    const now = services.clock.now();
    if (row.pausedUntil && row.pausedUntil > now) return { ...nothing, moreAt: row.pausedUntil };
    const platform = platformOf(services, row);
    const account = row.verified && row.problem !== "RECONNECT" ? openAccount(services, row) : undefined;
    if (!platform || !account) {
      const sends = await nextSends(client, accountId, now, withoutLimits);
      const reason = platform ? "the account has to be connected again" : "this platform is not set up here";
      await failLate(
        client,
        sends.map((send) => ({ send, reason })),
        now,
      );
      return { ...nothing, handled: sends.length };
    }
    const room = await rateRoom(client, platform, row, mostAtOnce, now);
    if (room.all === 0) return { ...nothing, moreAt: room.moreAt };

    const due = await nextSends(client, accountId, now, room);
    const ofCarts = due.filter(({ purpose }) => purpose === "CART");
    const open = await openCartsOf(
      client,
      ofCarts.map(({ id }) => id),
    );
    for (const send of ofCarts) send.isCartOver = !open.has(send.id);
    const late = due.flatMap((send) => {
      const reason = tooLateFor(send, row, now);
      return reason ? [{ send, reason }] : [];
    });
    const given = new Set(late.map(({ send }) => send.id));
    const used = { privateReplies: 0, liveReplies: 0 };
    const sends = due.filter((send) => {
      if (given.has(send.id)) return false;
      const kind = send.isLive ? "liveReplies" : "privateReplies";
      return !isPrivateReply(send) || ++used[kind] <= room[kind];
    });
    await failLate(client, late, now);
    if (sends.length > 0)
      await markSending(
        client,
        sends.map(({ id }) => id),
        now,
      );
    return {
      claim: sends.length > 0 ? { platform, account, sends } : undefined,
      handled: sends.length + late.length,
      moreAt: undefined,
    };
  });
}

const isPrivateReply = ({ commentId, purpose }: ClaimedSend) =>
  commentId !== null && purpose !== "PUBLIC_REPLY";

async function failLate(
  client: pg.PoolClient,
  late: readonly { send: ClaimedSend; reason: string }[],
  now: Date,
): Promise<void> {
  if (late.length === 0) return;
  // Nothing was tried: it does not count against the platform's limits.
  await markSending(
    client,
    late.map(({ send }) => send.id),
    null,
  );
  await recordResults(
    client,
    late.map(({ send, reason }) => sendResult(send.id, "FAILED", { failure: reason })),
    now,
  );
}

const tryLockAccount = hotStatement("social_try_lock_account")<{ locked: boolean }, [accountId: string]>(
  "select pg_try_advisory_xact_lock(hashtextextended('social account ' || $1::text, 0)) as locked",
);

const selectAccount = hotStatement("social_select_sending_account")<
  Pick<
    typeof socialAccounts.$inferSelect,
    | "id"
    | "userId"
    | "platform"
    | "connection"
    | "platformUserId"
    | "pageId"
    | "accessToken"
    | "verified"
    | "isActive"
    | "problem"
    | "pausedUntil"
  >,
  [accountId: string]
>(`select id, user_id as "userId", platform, connection, platform_user_id as "platformUserId", page_id as "pageId",
          access_token as "accessToken", verified, is_active as "isActive", problem, paused_until as "pausedUntil"
     from social_accounts where id = $1`);

const withoutLimits = { all: mostAtOnce, privateReplies: mostAtOnce, liveReplies: mostAtOnce };

/**
 * What is sent next: answers to comments under a live video first, since they are worth nothing afterwards, then the longest
 * due. While no comment may be answered in private, only what is for people who wrote to us.
 */
async function nextSends(
  client: pg.PoolClient,
  accountId: string,
  now: Date,
  room: Omit<RateRoom, "moreAt">,
): Promise<ClaimedSend[]> {
  const live = room.liveReplies > 0 ? await selectDueLive(client, accountId, now, room.all) : [];
  if (live.length >= room.all) return live;
  const select = room.privateReplies > 0 ? selectDue : selectDueDirect;
  return [...live, ...(await select(client, accountId, now, room.all - live.length))];
}

/**
 * SQL: the longest due first, in the order of an index, so that a long queue costs no more than a short one. A public answer
 * waits for the private one that it tells of, and goes only if that has arrived.
 */
const dueSends = (which: string) => `with due as materialized (
     select s.id from social_sends s
      where s.social_account_id = $1 and s.state = 'QUEUED' and s.due_at <= $2 and ${which}
        and (s.purpose <> 'PUBLIC_REPLY' or not exists (
              select from social_sends r where r.event_id = s.event_id and r.purpose = 'REPLY' and r.state in ('QUEUED', 'SENDING')))
      order by s.due_at limit $3 for update of s skip locked)
   select s.id, s.purpose, s.recipient_id as "recipientId", s.comment_id as "commentId", s.is_live as "isLive", s.text, s.button,
          s.attempts + 1 as attempts, s.created_at as "createdAt", e.occurred_at as "occurredAt", c.is_active as "isActive",
          c.paused_until as "pausedUntil", c.opted_out_at as "optedOutAt", c.last_inbound_at as "lastInboundAt",
          c.ad_open_until as "adOpenUntil", r.state as "privateState", false as "isCartOver"
     from due join social_sends s on s.id = due.id
     left join dm_conversations c on c.id = s.conversation_id
     left join social_events e on e.id = s.event_id
     left join social_sends r on s.purpose = 'PUBLIC_REPLY' and r.event_id = s.event_id and r.purpose = 'REPLY'
    order by s.due_at, s.created_at`;

type Due = [accountId: string, now: Date, limit: number];

const selectDue = hotStatement("social_select_due_sends")<ClaimedSend, Due>(dueSends("not s.is_live"));
const selectDueLive = hotStatement("social_select_due_live_sends")<ClaimedSend, Due>(dueSends("s.is_live"));
const selectDueDirect = hotStatement("social_select_due_direct_sends")<ClaimedSend, Due>(
  dueSends("s.comment_id is null"),
);

const markSending = hotStatement("social_mark_sending")<
  never,
  [ids: string[], now: Date | null]
>(`update social_sends
      set state = 'SENDING', failure = null, claimed_at = coalesce($2, claimed_at),
          attempts = attempts + ($2::timestamptz is not null)::int
    where id = any($1::uuid[]) and state = 'QUEUED'`);
