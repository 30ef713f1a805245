import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { tagConversations } from "#server/features/social/conversations/conversation-tags.ts";
import { insertReplyLinks } from "#server/features/social/links/reply-links.ts";
import type { BatchRows, EventRow } from "./batch-rows.ts";
import { queueNotices } from "#server/features/social/engine/decide/owner-notices.ts";
import { recordResults } from "#server/features/social/engine/send/record-results.ts";

/** Writes all that became of a batch. Throws when one of its events has been decided on by somebody else. */
export async function writeBatch(
  client: pg.PoolClient,
  userId: string,
  rows: BatchRows,
  now: Date,
): Promise<void> {
  if (rows.conversations.length > 0)
    await upsertConversations(client, userId, JSON.stringify(rows.conversations), now);
  const kept =
    rows.messages.length > 0 ? await insertMessages(client, userId, JSON.stringify(rows.messages), now) : [];
  const messageIds = new Set(kept.map(({ id }) => id));
  const known = <Row extends { messageId: string | null }>(row: Row): Row =>
    row.messageId !== null && !messageIds.has(row.messageId) ? { ...row, messageId: null } : row;

  const isTagged = await tagConversations(client, userId, rows.tagged, now);
  const tagged = <Row extends EventRow>(row: Row): Row => ({
    ...row,
    taggedWith: row.taggedWith?.filter((tagId) => isTagged(row.conversationId, tagId)) ?? null,
  });

  const events = rows.events.map((row) => tagged(known(row)));
  const decided = await updateEvents(client, userId, JSON.stringify(events), now);
  if (decided.length !== rows.events.length) throw new Error("an event was decided on twice");
  if (rows.sends.length > 0) await insertSends(client, userId, JSON.stringify(rows.sends.map(known)), now);
  await insertReplyLinks(client, rows.links);
  if (rows.listed.length > 0) await insertListed(client, userId, JSON.stringify(rows.listed), now);
  if (rows.takenBack.length > 0) await eraseTexts(client, userId, JSON.stringify(rows.takenBack));
  await queueNotices(client, rows.notices, now);
  if (rows.executed.length > 0)
    await countExecutions(
      client,
      userId,
      rows.executed.map(({ ruleId }) => ruleId),
    );
  await recordResults(client, rows.echoed, now);
  if (rows.replies > 0) await countReplies(client, userId, monthOf(now), rows.replies);
  if (rows.otherApps.length > 0) await recordOtherApps(client, userId, JSON.stringify(rows.otherApps));
  await recordEvents(client, userId, rows.accountIds, now);
}

/** The first day of the month in UTC, as replies are counted. */
export const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

const upsertConversations = hotStatement("social_upsert_conversations")<
  never,
  [userId: string, rows: string, now: Date]
>(`insert into dm_conversations as c
     (id, user_id, social_account_id, platform_conversation_id, participant_id, participant_username, last_message_at,
      last_inbound_at, ad_open_until, paused_until, opted_out_at, needs_you_at, has_unread, created_at)
   select id, $1, "accountId", "participantId", "participantId", "participantUsername", "lastMessageAt", "lastInboundAt",
          "adOpenUntil", "pausedUntil", "optedOutAt", "needsYouAt", "hasUnread", $3
     from json_to_recordset($2::json) as row (id uuid, "accountId" uuid, "participantId" text, "participantUsername" text,
          "lastMessageAt" timestamptz, "lastInboundAt" timestamptz, "adOpenUntil" timestamptz, "pausedUntil" timestamptz, "optedOutAt" timestamptz, "needsYouAt" timestamptz,
          "hasUnread" boolean)
    order by id
   on conflict (id) do update
      set participant_username = coalesce(excluded.participant_username, c.participant_username),
          last_message_at = excluded.last_message_at, last_inbound_at = excluded.last_inbound_at,
          ad_open_until = excluded.ad_open_until, paused_until = excluded.paused_until, opted_out_at = excluded.opted_out_at,
          needs_you_at = excluded.needs_you_at, has_unread = excluded.has_unread`);

const insertMessages = hotStatement("social_insert_messages")<
  { id: string },
  [userId: string, rows: string, now: Date]
>(`insert into dm_messages
     (id, user_id, conversation_id, platform_message_id, sender_id, message_text, message_type, is_from_bot,
      triggered_keyword_id, platform_created_at, created_at)
   select id, $1, "conversationId", "platformMessageId", "senderId", text, type, "isFromBot", "keywordResponseId", at, $3
     from json_to_recordset($2::json) as row (id uuid, "conversationId" uuid, "platformMessageId" text, "senderId" text,
          text text, type text, "isFromBot" boolean, "keywordResponseId" uuid, at timestamptz)
   on conflict (conversation_id, platform_message_id) do nothing
   returning id`);

const updateEvents = hotStatement("social_update_events")<
  { id: string },
  [userId: string, rows: string, now: Date]
>(`update social_events e
      set outcome = row.outcome, outcome_detail = row."outcomeDetail", conversation_id = row."conversationId",
          message_id = row."messageId", keyword_response_id = row."keywordResponseId",
          automation_rule_id = row."automationRuleId", listed_in = row."listedIn", notified_by = row."notifiedBy",
          tagged_with = row."taggedWith", decided_at = $3,
          text = case when row."isErased" then '' else e.text end
     from json_to_recordset($2::json) as row (id bigint, outcome text, "outcomeDetail" text, "conversationId" uuid,
          "messageId" uuid, "keywordResponseId" uuid, "automationRuleId" uuid, "isErased" boolean, "listedIn" text[], "notifiedBy" uuid,
          "taggedWith" uuid[])
    where e.user_id = $1 and e.id = row.id and e.outcome is null
    returning e.id`);

/**
 * SQL: the moment that never comes, for the answer to what was written in a time that the database has lost: it may have been
 * answered then, and a platform may tell of it again. See `held-sends.ts`.
 */
const heldAfterRestore = (eventId: string) => `(
  select 'infinity'::timestamptz from social_events asked
    join restores lost on asked.occurred_at between lost.restored_to - interval '1 hour' and lost.created_at
   where asked.id = ${eventId} limit 1)`;

const insertSends = hotStatement("social_insert_sends")<
  never,
  [userId: string, rows: string, now: Date]
>(`insert into social_sends
     (id, user_id, social_account_id, platform, purpose, event_id, conversation_id, message_id, recipient_id, comment_id,
      is_live, text, button, due_at, created_at)
   select id, $1, "accountId", platform, purpose, "eventId", "conversationId", "messageId", "recipientId", "commentId",
          "isLive", text, button, coalesce(${heldAfterRestore('"eventId"')}, $3), $3
     from json_to_recordset($2::json) as row (id uuid, "accountId" uuid, platform text, purpose text, "eventId" bigint,
          "conversationId" uuid, "messageId" uuid, "recipientId" text, "commentId" text, "isLive" boolean, text text, button jsonb)`);

const insertListed = hotStatement("social_insert_listed")<
  never,
  [userId: string, rows: string, now: Date]
>(`insert into listed_people (user_id, platform, list_name, person_id, person_username, created_at)
   select $1, platform, "listName", "personId", "personUsername", $3
     from json_to_recordset($2::json) as row (platform text, "listName" text, "personId" text, "personUsername" text)
   on conflict (user_id, platform, list_name, person_id) do nothing`);

/** Our copies of a message that its writer took back: in the conversation, and in the inbox. */
const eraseTexts = hotStatement("social_erase_texts")<
  never,
  [userId: string, rows: string]
>(`with taken_back as (
     select * from json_to_recordset($2::json) as row ("accountId" uuid, "messageId" text)),
   message as (
     update dm_messages m set message_text = ''
       from taken_back t, dm_conversations c
      where c.social_account_id = t."accountId" and m.conversation_id = c.id and m.platform_message_id = t."messageId"
        and m.user_id = $1
      returning m.id)
   update social_events e set text = '' from message where e.message_id = message.id and e.user_id = $1`);

const countExecutions = hotStatement("social_count_executions")<
  never,
  [userId: string, ruleIds: string[]]
>(`update automation_rules r set execution_count = execution_count + done.times
     from (select id, count(*)::int as times from unnest($2::uuid[]) as ids (id) group by 1) done
    where r.user_id = $1 and r.id = done.id`);

const countReplies = hotStatement("social_count_replies")<
  never,
  [userId: string, month: string, replies: number]
>(`insert into reply_usage as u (user_id, month, replies) values ($1, $2::date, $3)
   on conflict (user_id, month) do update set replies = u.replies + excluded.replies`);

const recordOtherApps = hotStatement("social_record_other_apps")<
  never,
  [userId: string, rows: string]
>(`update social_accounts a set other_app_at = greatest(a.other_app_at, seen.at)
     from (select "accountId" as id, max(at) as at
             from json_to_recordset($2::json) as row ("accountId" uuid, at timestamptz) group by 1) seen
    where a.user_id = $1 and a.id = seen.id`);

/** A moment that is a few seconds old is good enough for a line about an account's health. */
const recordEvents = hotStatement("social_record_events")<
  never,
  [userId: string, accountIds: string[], now: Date]
>(`update social_accounts set last_event_at = $3
    where user_id = $1 and id = any($2::uuid[])
      and (last_event_at is null or last_event_at < $3::timestamptz - interval '5 seconds')`);
