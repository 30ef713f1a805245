import { z } from "zod";
import { undoMinutes } from "#contract/deletions/deletions.ts";
import type { Db } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { lockTagsOf } from "./lock-tags.ts";

const minuteMs = 60_000;
const atOnce = 1_000;

const data = z.object({ ownerId: z.uuid(), tagId: z.uuid(), deletionId: z.uuid() });

/** Has a deleted tag taken from its people once it cannot be put back any more. In the transaction that deletes it. */
export const queueExpiry = (db: Db, tag: z.output<typeof data>, now: Date): Promise<void> =>
  enqueue(db, expireTag, tag, { startAfter: new Date(now.getTime() + (undoMinutes + 1) * minuteMs) });

/**
 * Takes the rows of a deleted tag, a thousand in each transaction: whoever gives a tag waits for one of those at most, and a
 * worker that is killed leaves the rest to the next. A tag that was put back is left alone. First its deletion goes, for
 * which an undo at the last moment is waited.
 */
export const expireTag = defineJob({
  name: "expire-tag",
  data,
  limitSeconds: 300,
  async handle({ pool }, { ownerId, tagId, deletionId }, stopping) {
    await endDeletion(pool, deletionId);
    for (;;) {
      const taken = await inTransaction(pool, async (client) => {
        await lockTagsOf(client, ownerId);
        return takeFromSome(client, tagId, atOnce);
      });
      // Whoever holds a row of them may be about to take it, or not.
      if (taken.length === 0) break;
      stopping?.throwIfAborted();
    }
    for (;;) {
      const taken = await inTransaction(pool, (client) => takeFromConversations(client, tagId, atOnce));
      if (taken.length === 0) break;
      stopping?.throwIfAborted();
    }
    if ((await selectLeft(pool, tagId)).length > 0)
      throw new Error("people of a deleted tag are held by others");
  },
});

const endDeletion = statement("tags_end_deletion")<never, [deletionId: string]>(
  "delete from deletions where id = $1",
);

/** SQL: the rows of a tag that is gone. */
const ofGone = `from person_tags w where w.tag_id = $1 and not exists (select from tags g where g.id = w.tag_id)`;

const takeFromSome = statement("tags_take_from_some")<{ mailbox: string }, [id: string, limit: number]>(
  `delete from person_tags where tag_id = $1 and mailbox in (
     select w.mailbox ${ofGone} order by w.mailbox limit $2 for update of w skip locked)
   returning mailbox`,
);

const takeFromConversations = statement("tags_take_from_conversations")<
  { id: string },
  [id: string, limit: number]
>(
  `delete from conversation_tags where tag_id = $1 and conversation_id in (
     select w.conversation_id from conversation_tags w
      where w.tag_id = $1 and not exists (select from tags g where g.id = w.tag_id)
      order by w.conversation_id limit $2 for update of w)
   returning conversation_id as id`,
);

const selectLeft = statement("tags_select_left")<never, [id: string]>(`select ${ofGone} limit 1`);
