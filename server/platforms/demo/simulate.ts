import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Clock } from "#server/clock.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { InboundEvent, PlatformName } from "#server/platforms/social-platform.ts";

/** What a fan of the demo platform does. Texts may be empty for a follow or a mention alone. */
export type FanAct = {
  kind: "DM" | "COMMENT" | "STORY_REPLY" | "FOLLOW" | "MENTION";
  username: string;
  text: string;
  /** COMMENT: under which post; empty for the account's only one. */
  postId: string;
  /** COMMENT: under a live video. */
  isLive?: boolean;
};

type Account = { platform: PlatformName; platformUserId: string };

/**
 * Writes what a fan did into the demo platform's books, as a real platform keeps its own, and answers the event that the
 * platform would tell of.
 */
export async function simulateFanAct(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  account: Account,
  { kind, username, text, postId, isLive = false }: FanAct,
): Promise<InboundEvent> {
  const now = clock.now();
  // A message, an answer to a story and a mention in one open the day in which the account may write back.
  const opensWindow = kind === "DM" || kind === "STORY_REPLY" || kind === "MENTION";
  const [fan] = await saveFan(
    pool,
    account.platformUserId,
    `demo_p_${randomUUID()}`,
    username,
    opensWindow ? now : null,
  );
  if (!fan) throw new Error("the demo platform kept no fan");
  const post = postId || "demo_post_1";
  const id = `demo_${kind === "COMMENT" ? "c" : "m"}_${randomUUID()}`;
  if (kind === "COMMENT") await saveComment(pool, id, account.platformUserId, fan.personId, post, text, now);
  const eventKind = kind === "DM" ? "MESSAGE" : kind;
  return {
    platform: account.platform,
    accountId: account.platformUserId,
    id: `${eventKind}:${id}`,
    kind: eventKind,
    personId: fan.personId,
    personUsername: username,
    text,
    occurredAt: now,
    detail:
      kind === "COMMENT"
        ? { commentId: id, postId: post, ...(isLive && { live: "true" }) }
        : kind === "FOLLOW"
          ? {}
          : { messageId: id },
  };
}

const saveFan = hotStatement("demo_save_fan")<
  { personId: string },
  [accountId: string, personId: string, username: string, wroteAt: Date | null]
>(`insert into sandbox.demo_fans as f (account_id, person_id, username, last_wrote_at) values ($1, $2, $3, $4)
   on conflict (account_id, username) do update
      set last_wrote_at = coalesce(excluded.last_wrote_at, f.last_wrote_at)
   returning person_id as "personId"`);

const saveComment = hotStatement("demo_save_comment")<
  never,
  [id: string, accountId: string, personId: string, postId: string, text: string, now: Date]
>(
  `insert into sandbox.demo_comments (id, account_id, person_id, post_id, text, created_at) values ($1, $2, $3, $4, $5, $6)`,
);
