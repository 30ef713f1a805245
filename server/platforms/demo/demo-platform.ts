import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Clock } from "#server/clock.ts";
import { hotStatement } from "#server/database/statement.ts";
import { sqlState } from "#server/database/client.ts";
import type {
  OutgoingMessage,
  PlatformName,
  SendResult,
  SocialPlatform,
} from "#server/platforms/social-platform.ts";

type Dependencies = { pool: pg.Pool; clock: Clock };

const hourMs = 3_600_000;
/** A person may be written to for as long after they wrote. */
const windowMs = 24 * hourMs;
/** A comment may be answered in private for as long after it was written. */
const privateReplyMs = 7 * 24 * hourMs;
const maxText = { length: 1_000, unit: "BYTES" } as const;

/**
 * The platform of Demo Mode accounts. It keeps the rules of the real ones (a window of 24 hours, one private answer to a
 * comment within seven days), and keeps every message it delivers, so that the whole engine runs without any of them.
 */
export function openDemoPlatform({ pool, clock }: Dependencies, name: PlatformName): SocialPlatform {
  return {
    name,
    maxText,
    hasButtons: name !== "TWITTER",
    answersComments: name !== "TWITTER",
    rateWindows: [],

    async send(account, message) {
      try {
        return await deliver(pool, account.platformUserId, message, clock.now());
      } catch (error) {
        return { status: "unknown", message: String(error) };
      }
    },

    async findSent(account, { personId, text, since }) {
      const [found] = await selectMessage(pool, account.platformUserId, personId, text, since);
      return found ? { found: "yes", messageId: found.id } : { found: "no" };
    },

    async findProfile(account, personId) {
      const [fan] = await selectFan(pool, account.platformUserId, personId);
      return fan && { username: fan.username, displayName: null };
    },
  };
}

async function deliver(
  pool: pg.Pool,
  accountId: string,
  { to, text, button }: OutgoingMessage,
  now: Date,
): Promise<SendResult> {
  if (Buffer.byteLength(text) > maxText.length)
    return refused("NOT_ACCEPTED", `A message has at most ${maxText.length} bytes`);
  const id = `demo_m_${randomUUID()}`;
  const put = (personId: string, commentId: string | null, visibility: "PRIVATE" | "PUBLIC") =>
    insertMessage(
      pool,
      id,
      accountId,
      personId,
      commentId,
      visibility,
      text,
      button && JSON.stringify(button),
      now,
    );
  if (to.kind === "PERSON") {
    const [fan] = await selectFan(pool, accountId, to.personId);
    if (!fan) return refused("PERSON_UNAVAILABLE", "There is no such person");
    if (!fan.lastWroteAt || now.getTime() - fan.lastWroteAt.getTime() > windowMs)
      return refused("WINDOW_CLOSED", "The person has not written in the last 24 hours");
    await put(to.personId, null, "PRIVATE");
    return { status: "sent", messageId: id };
  }
  const [comment] = await selectComment(pool, accountId, to.commentId);
  if (!comment) return refused("NOT_ACCEPTED", "There is no such comment");
  if (to.kind === "COMMENT_PUBLICLY") await put(comment.personId, to.commentId, "PUBLIC");
  else {
    if (now.getTime() - comment.createdAt.getTime() > privateReplyMs)
      return refused("WINDOW_CLOSED", "The comment is older than seven days");
    try {
      await put(comment.personId, to.commentId, "PRIVATE");
    } catch (error) {
      if (sqlState(error) === "23505")
        return refused("ALREADY_ANSWERED", "The comment has its one private answer");
      throw error;
    }
  }
  return { status: "sent", messageId: id };
}

const refused = (
  refusal: Extract<SendResult, { status: "refused" }>["refusal"],
  message: string,
): SendResult => ({
  status: "refused",
  refusal,
  message,
});

const selectFan = hotStatement("demo_select_fan")<
  { username: string; lastWroteAt: Date | null },
  [accountId: string, personId: string]
>(
  `select username, last_wrote_at as "lastWroteAt" from sandbox.demo_fans where account_id = $1 and person_id = $2`,
);

const selectComment = hotStatement("demo_select_comment")<
  { personId: string; createdAt: Date },
  [accountId: string, commentId: string]
>(
  `select person_id as "personId", created_at as "createdAt" from sandbox.demo_comments where account_id = $1 and id = $2`,
);

const selectMessage = hotStatement("demo_select_message")<
  { id: string },
  [accountId: string, personId: string, text: string, since: Date]
>(
  "select id from sandbox.demo_messages where account_id = $1 and person_id = $2 and text = $3 and created_at >= $4 order by seq limit 1",
);

const insertMessage = hotStatement("demo_insert_message")<
  never,
  [
    id: string,
    accountId: string,
    personId: string,
    commentId: string | null,
    visibility: string,
    text: string,
    button: string | null,
    now: Date,
  ]
>(`insert into sandbox.demo_messages (id, account_id, person_id, comment_id, visibility, text, button, created_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`);
