import type pg from "pg";
import type { Conversation } from "#contract/social/conversations.ts";
import { mostTagsOfPerson } from "#contract/tags/tags.ts";
import { dbOn } from "#server/database/client.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { TaggedRow } from "#server/features/social/engine/inbox/batch-rows.ts";
import { isOwnTag } from "#server/features/tags/own-tags.ts";
import { enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { giveConversationTags } from "./give-conversation-tags.ts";
import { getDmConversation } from "./list-conversations.ts";

/**
 * Writes the tags that a batch gives to the people of its conversations, whose rows the caller has locked. A tag that is
 * deleted, and one too many for a person, is left out; a tag that was deleted a moment ago keeps its place until it cannot be
 * put back. Returns whether a conversation has a tag of these.
 */
export async function tagConversations(
  client: pg.PoolClient,
  ownerId: string,
  rows: readonly TaggedRow[],
  now: Date,
): Promise<(conversationId: string | null, tagId: string) => boolean> {
  if (rows.length === 0) return () => false;
  const held = await insertTags(client, ownerId, JSON.stringify(rows), now);
  const known = new Set(rows.filter(({ isKnown }) => isKnown).map(({ conversationId }) => conversationId));
  const given = held.filter(({ isNew, conversationId }) => isNew && known.has(conversationId));
  if (given.length > 0)
    await enqueue(dbOn(client), giveConversationTags, {
      ownerId,
      conversationIds: [...new Set(given.map(({ conversationId }) => conversationId))],
      tagIds: [...new Set(given.map(({ tagId }) => tagId))],
      orderId: null,
    });
  const keys = new Set(held.map(({ conversationId, tagId }) => `${conversationId} ${tagId}`));
  return (conversationId, tagId) => keys.has(`${conversationId} ${tagId}`);
}

/** Takes a tag from a conversation, if it has it. Throws 404 where either is not the creator's. */
export async function untagDmConversation(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  { id, tagId }: { id: string; tagId: string },
): Promise<Conversation> {
  if (!(await isOwnTag({ pool }, ownerId, tagId))) throw NotFound("Tag not found");
  await deleteTag(pool, ownerId, id, tagId);
  return getDmConversation(pool, ownerId, id, clock.now());
}

const insertTags = hotStatement("social_insert_conversation_tags")<
  { conversationId: string; tagId: string; isNew: boolean },
  [ownerId: string, rows: string, now: Date]
>(`with asked as (
     select row."conversationId" as conversation_id, g.id as tag_id, min(row.place) as place
       from rows from (json_to_recordset($2::json) as ("conversationId" uuid, "tagId" uuid)) with ordinality
              as row ("conversationId", "tagId", place)
       join tags g on g.id = row."tagId" and g.owner_id = $1
      group by 1, 2),
   there as (
     select a.conversation_id, a.tag_id from asked a
       join conversation_tags w on w.conversation_id = a.conversation_id and w.tag_id = a.tag_id),
   lacking as (
     select a.*, row_number() over (partition by a.conversation_id order by a.place)
                 + (select count(*) from conversation_tags w where w.conversation_id = a.conversation_id) as number
       from asked a
      where not exists (select from there t where t.conversation_id = a.conversation_id and t.tag_id = a.tag_id)),
   given as (
     insert into conversation_tags (owner_id, conversation_id, tag_id, created_at)
     select $1, conversation_id, tag_id, $3 from lacking where number <= ${mostTagsOfPerson}
     returning conversation_id, tag_id)
   select conversation_id as "conversationId", tag_id as "tagId", true as "isNew" from given
   union all
   select conversation_id, tag_id, false from there`);

const deleteTag = statement("social_delete_conversation_tag")<
  never,
  [ownerId: string, conversationId: string, tagId: string]
>("delete from conversation_tags where owner_id = $1 and conversation_id = $2 and tag_id = $3");
