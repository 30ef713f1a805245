import type { DmMessage } from "#contract/social/conversations.ts";
import { tagNames } from "#server/database/person-tags.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { eventOfMessage } from "./event-of-message.ts";

type Dependencies = Pick<Services, "pool">;

/**
 * The newest 100 messages of a conversation, or of those before the message `before`; oldest first. Throws 404 for a
 * conversation that is not the creator's. Before a message that is not in it there is none.
 */
export async function listDmMessages(
  { pool }: Dependencies,
  userId: string,
  { conversationId, before }: { conversationId: string; before?: string | undefined },
): Promise<DmMessage[]> {
  const messages = await selectMessages(pool, userId, conversationId, before ?? null, null);
  if (messages.length === 0 && !(await selectOwn(pool, userId, conversationId)).length)
    throw NotFound("Conversation not found");
  return messages.reverse();
}

/** One message of a conversation, as the thread shows it. */
export async function findDmMessage(
  client: Parameters<typeof selectMessages>[0],
  userId: string,
  conversationId: string,
  messageId: string,
): Promise<DmMessage | undefined> {
  const [message] = await selectMessages(client, userId, conversationId, null, messageId);
  return message;
}

const selectOwn = hotStatement("social_select_own_conversation")<
  { id: string },
  [userId: string, id: string]
>("select id from dm_conversations where user_id = $1 and id = $2");

const selectMessages = hotStatement("social_select_messages")<
  DmMessage,
  [userId: string, conversationId: string, before: string | null, only: string | null]
>(`select m.id, m.conversation_id as "conversationId", m.platform_message_id as "platformMessageId", m.sender_id as "senderId",
          m.message_text as text, m.message_text as "messageText", k.id as "triggeredKeywordId",
          m.platform_created_at as "platformCreatedAt", m.message_type as "messageType", m.is_from_bot as "isFromBot",
          m.is_from_bot and exists (
            select from social_events e where e.message_id = m.id and e.user_id = m.user_id and e.outcome = 'OTHER_APP') as "isFromOtherApp",
          outgoing.yes as "isOutgoing", send.button, send.failure, send.provider_error as "providerError",
          case when outgoing.yes then coalesce(send.state, 'SENT') end as delivery,
          event.kind, event.outcome, event.outcome_detail as "outcomeDetail",
          coalesce(event.listed_in, '{}') as "listedIn", ${tagNames("event.tagged_with")} as "taggedWith", event.notified_by is not null as "ownerNotified", k.keyword, rule.rule_name as "ruleName",
          case when public.id is not null then
            json_build_object('text', public.text, 'delivery', public.state, 'failure', public.failure,
                              'providerError', public.provider_error) end as "publicReply",
          m.platform_created_at as at
     from dm_messages m
     join dm_conversations c on c.id = m.conversation_id and c.user_id = m.user_id
    cross join lateral (select m.is_from_bot or m.sender_id <> c.participant_id as yes) outgoing
     left join lateral (
       select s.button, s.failure, s.provider_error, s.state from social_sends s
        where s.message_id = m.id and s.user_id = m.user_id order by s.created_at limit 1) send on true
     left join lateral (${eventOfMessage}) event on not outgoing.yes
     left join social_sends public on public.event_id = event.id and public.purpose = 'PUBLIC_REPLY'
     left join keyword_responses k on k.id = coalesce(event.keyword_response_id, m.triggered_keyword_id)
     left join automation_rules rule on rule.id = event.automation_rule_id
    where m.user_id = $1 and m.conversation_id = $2 and ($4::uuid is null or m.id = $4)
      and ($3::uuid is null or (m.platform_created_at, m.created_at, m.id) < (
        select b.platform_created_at, b.created_at, b.id from dm_messages b
         where b.user_id = $1 and b.conversation_id = $2 and b.id = $3))
    order by m.platform_created_at desc, m.created_at desc, m.id desc
    limit 100`);
