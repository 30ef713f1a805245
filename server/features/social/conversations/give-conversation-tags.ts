import { z } from "zod";
import { inTransaction } from "#server/database/in-transaction.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { giveTag } from "#server/features/tags/give-tag.ts";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import { defineJob } from "#server/jobs/job.ts";

/**
 * Gives the tags of conversations to the mailboxes that bought through their reply links: those of one order, or of every
 * order where `orderId` is null; all tags, or only `tagIds`. Where `subscriberId` is given, to that address of the creator's list. Queued by whatever credits an order to a reply link, and by
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
    subscriberId: z.uuid().nullable().default(null),
  }),
  async handle({ pool, clock }, { ownerId, conversationIds, tagIds, orderId, subscriberId }) {
    await inTransaction(pool, async (client) => {
      await lockTagsOf(client, ownerId);
      const due =
        subscriberId === null
          ? await lockBuyers(client, ownerId, conversationIds, tagIds, orderId)
          : await lockSubscriber(client, ownerId, conversationIds, subscriberId);
      for (const [tagId, buyers] of Map.groupBy(due, (one) => one.tagId)) {
        const mailboxes = [...new Set(buyers.map(({ mailbox }) => mailbox))];
        await giveTag(client, ownerId, tagId, mailboxes, clock.now());
      }
    });
  },
});

/**
 * Has an address that confirmed a creator's list given the tags of the conversation whose reply link its browser clicked last,
 * within seven days, as orders are credited. Call it in the transaction that confirms.
 */
export const queueTagsOfSubscriber = statement("social_queue_subscriber_tags")<
  never,
  [ownerId: string, code: string, subscriberId: string, now: Date]
>(`insert into job_outbox (name, data)
   select '${giveConversationTags.name}', jsonb_build_object(
            'ownerId', $1::uuid, 'conversationIds', jsonb_build_array(e.conversation_id), 'tagIds', null, 'orderId', null,
            'subscriberId', $3::uuid)
     from reply_links l join social_events e on e.id = l.event_id
    where l.code = $2 and l.user_id = $1::uuid and l.last_clicked_at > $4::timestamptz - interval '7 days'
      and e.conversation_id is not null`);

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

const lockSubscriber = statement("social_lock_tagged_subscriber")<
  { tagId: string; mailbox: string },
  [ownerId: string, conversationIds: string[], subscriberId: string]
>(`select w.tag_id as "tagId", coalesce(${mailboxOf("b.email")}, '') as mailbox
     from conversation_tags w join subscribers b on b.id = $3 and b.owner_id = w.owner_id and b.state = 'SUBSCRIBED'
    where w.owner_id = $1 and w.conversation_id = any ($2::uuid[])
    order by w.created_at, w.tag_id for key share of b`);
