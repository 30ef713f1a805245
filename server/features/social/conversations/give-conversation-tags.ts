import { z } from "zod";
import { inTransaction } from "#server/database/in-transaction.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { giveTag } from "#server/features/tags/give-tag.ts";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import { defineJob } from "#server/jobs/job.ts";

/**
 * Gives the tags of conversations to the mailboxes that bought through their reply links: those of one order, or of every
 * order where `orderId` is null; all tags, or only `tagIds`. Queued by whatever credits an order to a reply link, and by
 * whatever tags a conversation that there was before: whichever commits last finds both. A job, because a payment must not
 * wait for the lock of the tags.
 */
export const giveConversationTags = defineJob({
  name: "give-conversation-tags",
  data: z.object({
    ownerId: z.uuid(),
    conversationIds: z.array(z.uuid()),
    tagIds: z.array(z.uuid()).nullable(),
    orderId: z.uuid().nullable(),
  }),
  async handle({ pool, clock }, { ownerId, conversationIds, tagIds, orderId }) {
    await inTransaction(pool, async (client) => {
      await lockTagsOf(client, ownerId);
      const due = await lockBuyers(client, ownerId, conversationIds, tagIds, orderId);
      for (const [tagId, buyers] of Map.groupBy(due, (one) => one.tagId)) {
        const mailboxes = [...new Set(buyers.map(({ mailbox }) => mailbox))];
        await giveTag(client, ownerId, tagId, mailboxes, clock.now());
      }
    });
  },
});

/** The oldest tag first: where there is no room for all, the newer ones are left. */
const lockBuyers = statement("social_lock_tagged_buyers")<
  { tagId: string; mailbox: string },
  [ownerId: string, conversationIds: string[], tagIds: string[] | null, orderId: string | null]
>(`select w.tag_id as "tagId", coalesce(${mailboxOf("c.email")}, '') as mailbox
     from conversation_tags w
     join social_events e on e.conversation_id = w.conversation_id
     join reply_links l on l.event_id = e.id
     join order_attributions a on a.link_id = l.id
     join orders o on o.id = a.order_id
     join customers c on c.id = o.customer_id and c.erased_at is null
    where w.owner_id = $1::uuid and l.user_id = $1 and w.conversation_id = any ($2::uuid[])
      and ($3::uuid[] is null or w.tag_id = any ($3)) and ($4::uuid is null or o.id = $4)
    order by w.created_at, w.tag_id, c.id for key share of c`);
