import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";

const batch = 1_000;

/**
 * Deletes everything that people wrote to an account and it wrote to them: conversations, messages, events and sends, a
 * batch in each statement, so that years of them are no statement that takes too long. Repeating it goes on from there.
 */
export async function eraseMessages(pool: pg.Pool, accountId: string, receivedBefore: Date): Promise<void> {
  for (const erase of [eraseEvents, eraseMessageRows, eraseConversations]) {
    for (;;) {
      const erased = await erase(pool, accountId, receivedBefore, batch);
      if (erased.length < batch) break;
    }
  }
}

type Arguments = [accountId: string, before: Date, limit: number];

const eraseEvents = hotStatement("accounts_erase_events")<
  { id: string },
  Arguments
>(`delete from social_events where id in (
     select id from social_events where social_account_id = $1 and received_at <= $2 limit $3) returning id`);

const eraseMessageRows = hotStatement("accounts_erase_messages")<
  { id: string },
  Arguments
>(`delete from dm_messages where id in (
     select m.id from dm_messages m join dm_conversations c on c.id = m.conversation_id
      where c.social_account_id = $1 and m.created_at <= $2 limit $3) returning id`);

const eraseConversations = hotStatement("accounts_erase_conversations")<
  { id: string },
  Arguments
>(`delete from dm_conversations where id in (
     select id from dm_conversations where social_account_id = $1 and created_at <= $2 limit $3) returning id`);
