import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { PlatformName, RateWindow, SocialPlatform } from "#server/platforms/social-platform.ts";

/** How many sends a platform's limits still allow now, and when they allow more. */
export type RateRoom = {
  /** Of any kind. */
  all: number;
  /** Of these, private answers to comments under posts, and under live videos. */
  privateReplies: number;
  liveReplies: number;
  moreAt: Date | undefined;
};

/**
 * What the limits leave to an account; call it with the account's lock held. Every try counts, whatever came of it. Limits
 * of the whole app make its accounts take turns.
 */
export async function rateRoom(
  client: pg.PoolClient,
  platform: SocialPlatform,
  account: { id: string; platform: PlatformName },
  most: number,
  now: Date,
): Promise<RateRoom> {
  const room: RateRoom = { all: most, privateReplies: most, liveReplies: most, moreAt: undefined };
  const windows = platform.rateWindows;
  if (windows.some(({ scope }) => scope === "APP")) await lockApp(client, account.platform);
  for (const window of windows) {
    const [used] = await countOf(client, account, window, now);
    const left = Math.max(0, window.limit - (used?.count ?? 0));
    const kind = kinds[window.purpose ?? "ALL"];
    room[kind] = Math.min(room[kind], left);
    if (left > 0 || !used?.oldest) continue;
    const freeAt = new Date(used.oldest.getTime() + window.seconds * 1_000);
    if (!window.purpose && (!room.moreAt || freeAt > room.moreAt)) room.moreAt = freeAt;
  }
  return room;
}

const kinds = {
  ALL: "all",
  COMMENT_PRIVATELY: "privateReplies",
  LIVE_COMMENT_PRIVATELY: "liveReplies",
} as const;

function countOf(
  client: pg.PoolClient,
  { id, platform }: { id: string; platform: PlatformName },
  { seconds, scope, purpose }: RateWindow,
  now: Date,
) {
  const since = new Date(now.getTime() - seconds * 1_000);
  return scope === "ACCOUNT"
    ? countOfAccount(client, id, since, purpose !== undefined, purpose === "LIVE_COMMENT_PRIVATELY")
    : countOfApp(client, platform, since, purpose !== undefined, purpose === "LIVE_COMMENT_PRIVATELY");
}

const lockApp = hotStatement("social_lock_app")<never, [platform: string]>(
  "select pg_advisory_xact_lock(hashtextextended('social app ' || $1::text, 0))",
);

type Used = { count: number; oldest: Date | null };

const countOfAccount = hotStatement("social_count_account_sends")<
  Used,
  [accountId: string, since: Date, privateOnly: boolean, live: boolean]
>(`select count(*)::int as count, min(claimed_at) as oldest from social_sends
    where social_account_id = $1 and claimed_at > $2
      and (not $3 or comment_id is not null and purpose <> 'PUBLIC_REPLY' and is_live = $4)`);

/** The demo platform's accounts are none of the app's. */
const countOfApp = hotStatement("social_count_app_sends")<
  Used,
  [platform: string, since: Date, privateOnly: boolean, live: boolean]
>(`select count(*)::int as count, min(s.claimed_at) as oldest
     from social_sends s join social_accounts a on a.id = s.social_account_id and a.connection <> 'DEMO'
    where s.platform = $1 and s.claimed_at > $2
      and (not $3 or s.comment_id is not null and s.purpose <> 'PUBLIC_REPLY' and s.is_live = $4)`);
