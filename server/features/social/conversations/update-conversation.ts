import type { z } from "zod";
import type { Conversation, updateDmConversation as updateContract } from "#contract/social/conversations.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { getDmConversation } from "./list-conversations.ts";

type Changes = z.output<(typeof updateContract)["schema"]["body"]>;

/** Changes the fields that are present. Throws 404 for a conversation that is not the creator's. */
export async function updateDmConversation(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  userId: string,
  id: string,
  { isActive, pausedUntil, needsYouAt, hasUnread }: Changes,
): Promise<Conversation> {
  await updateOwn(
    pool,
    userId,
    id,
    isActive ?? null,
    pausedUntil === null,
    hasUnread ?? null,
    needsYouAt === null,
  );
  return getDmConversation(pool, userId, id, clock.now());
}

const updateOwn = statement("social_update_own_conversation")<
  never,
  [
    userId: string,
    id: string,
    isActive: boolean | null,
    endsPause: boolean,
    hasUnread: boolean | null,
    isDealtWith: boolean,
  ]
>(
  `update dm_conversations
      set is_active = coalesce($3, is_active), paused_until = case when $4 then null else paused_until end,
          has_unread = coalesce($5, has_unread), needs_you_at = case when $6 then null else needs_you_at end
    where user_id = $1 and id = $2`,
);
