import { createHash } from "node:crypto";
import type pg from "pg";
import type { DmMessage } from "#contract/social/conversations.ts";
import { fillPlaceholders } from "#contract/social/placeholders.ts";
import { zoneOfCreator } from "#server/database/creator-zone.ts";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { personNames } from "#server/features/social/engine/inbox/person-names.ts";
import type { SocialPlatform } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { findDmMessage } from "./list-messages.ts";
import { type WritingState, writingRefusal } from "./writing-window.ts";

type Dependencies = Pick<Services, "pool" | "clock" | "platforms">;
type Answer = { idempotencyKey: string; text: string };

/** The creator speaks for themselves: for as long the program does not. */
const pauseMs = 24 * 3_600_000;

/**
 * Queues what a creator typed, and lets automation rest in the conversation for 24 hours. The same key again answers the
 * same message. Throws 404, 409 WINDOW_CLOSED or ACCOUNT_PROBLEM, and 422 for a text that is too long for the platform.
 */
export async function sendDmMessage(
  { pool, clock, platforms }: Dependencies,
  userId: string,
  conversationId: string,
  { idempotencyKey, text }: Answer,
): Promise<DmMessage> {
  // Made from whose it is, so that nobody's key can meet another's.
  const sendId = idOf(userId, conversationId, idempotencyKey);
  const message = await inTransaction(pool, async (client) => {
    // By itself, before anything is read: calls with one key take turns, and the engine's view of a pause is whole.
    const [locked] = await lockConversation(client, userId, conversationId);
    if (!locked) throw NotFound("Conversation not found");
    const now = clock.now();
    const [sent] = await selectSend(client, userId, sendId);
    const messageId =
      sent?.messageId ?? (await queue(client, platforms, { userId, conversationId, sendId, text, now }));
    return findDmMessage(client, userId, conversationId, messageId);
  });
  if (!message) throw NotFound("Message not found");
  wakeListeners(pool, "social_work");
  return message;
}

type NewSend = { userId: string; conversationId: string; sendId: string; text: string; now: Date };

async function queue(
  client: pg.PoolClient,
  platforms: Services["platforms"],
  { userId, conversationId, sendId, text, now }: NewSend,
): Promise<string> {
  const [state] = await selectState(client, userId, conversationId);
  if (!state) throw NotFound("Conversation not found");
  const refusal = writingRefusal(state, now);
  if (refusal) throw Conflict(refusal.message, refusal.code);
  const platform =
    state.connection === "DEMO" ? platforms.demo(state.platform) : platforms.real(state.platform);
  if (!platform) throw Conflict("This platform is not set up here.", "ACCOUNT_PROBLEM");
  const filled = fillPlaceholders(text, personNames(state.participantDisplayName, state.participantUsername));
  requireFits(filled, platform);
  const [message] = await insertSend(
    client,
    sendId,
    userId,
    conversationId,
    filled,
    now,
    new Date(now.getTime() + pauseMs),
  );
  if (!message) throw new Error("the message was not written");
  return message.id;
}

function requireFits(text: string, { maxText: { length, unit } }: SocialPlatform): void {
  const used = unit === "BYTES" ? Buffer.byteLength(text) : Array.from(text).length;
  if (used > length)
    throw Invalid({
      text:
        unit === "BYTES"
          ? `This text is too long for the platform. It takes ${length.toLocaleString("en-US")} plain letters; an emoji or a letter with an accent counts for more`
          : `Use at most ${length.toLocaleString("en-US")} characters`,
    });
}

/** A uuid (version 8, our own making) that the same call always gets. */
function idOf(...parts: string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const lockConversation = hotStatement("social_lock_own_conversation")<
  { id: string },
  [userId: string, id: string]
>("select id from dm_conversations where user_id = $1 and id = $2 for update");

const selectSend = hotStatement("social_select_hand_send")<
  { messageId: string | null },
  [userId: string, sendId: string]
>(`select message_id as "messageId" from social_sends where user_id = $1 and id = $2`);

const selectState = hotStatement("social_select_writing_state")<
  WritingState & {
    connection: "DEMO" | "OAUTH" | "MANUAL";
    participantDisplayName: string | null;
    participantUsername: string | null;
  },
  [userId: string, conversationId: string]
>(`select a.platform, a.connection, a.username, a.is_active as "accountActive", a.verified, a.problem,
          c.last_inbound_at as "lastInboundAt", c.ad_open_until as "adOpenUntil", c.participant_display_name as "participantDisplayName",
          c.participant_username as "participantUsername", ${zoneOfCreator("$1")} as zone
     from dm_conversations c join social_accounts a on a.id = c.social_account_id
    where c.user_id = $1 and c.id = $2`);

// Due since yesterday: what a person typed goes before whatever the program has queued.
const insertSend = hotStatement("social_insert_hand_send")<
  { id: string },
  [sendId: string, userId: string, conversationId: string, text: string, now: Date, pausedUntil: Date]
>(`with conversation as (
     update dm_conversations c
        set paused_until = $6, needs_you_at = null, has_unread = false, last_message_at = greatest(c.last_message_at, $5)
       from social_accounts a
      where c.user_id = $2 and c.id = $3 and a.id = c.social_account_id
      returning c.id, c.social_account_id, c.participant_id, a.platform, a.platform_user_id),
   message as (
     insert into dm_messages (user_id, conversation_id, platform_message_id, sender_id, message_text, platform_created_at, created_at)
     select $2, id, 'send:' || $1::uuid, platform_user_id, $4, $5, $5 from conversation
     returning id)
   insert into social_sends (id, user_id, social_account_id, platform, purpose, conversation_id, message_id, recipient_id, text,
                             due_at, created_at)
   select $1, $2, c.social_account_id, c.platform, 'BY_HAND', c.id, m.id, c.participant_id, $4, $5::timestamptz - interval '1 day', $5
     from conversation c, message m
   returning message_id as id`);
