import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { giveConversationTags } from "#server/features/social/conversations/give-conversation-tags.ts";

/**
 * Attributes an order to a reply: the link that its browser clicked last. Call it in the transaction that pays the order. Does
 * nothing, and never throws, for a code that is unknown, of another creator, or was not clicked in the seven days before. Later
 * add-ons and refunds need no write here: they belong to the order. A job gives the buyer the tags of the reply's conversation.
 * Renewals of a membership are orders of their own and attributed to no reply, except the first payment after a free trial: see
 * `attributeLike`.
 */
export async function attributeOrder(
  client: Pick<pg.PoolClient, "query">,
  { orderId, code }: { orderId: string; code: string | null },
): Promise<void> {
  if (code) await insertAttribution(client, orderId, code);
}

const insertAttribution = hotStatement("social_attribute_order")<
  never,
  [orderId: string, code: string]
>(`with attributed as (
     insert into order_attributions (order_id, user_id, link_id, clicked_at, created_at)
     select o.id, o.owner_id, l.id, least(l.last_clicked_at, o.paid_at), o.paid_at
       from orders o join reply_links l on l.code = $2 and l.user_id = o.owner_id
      where o.id = $1 and l.last_clicked_at > o.paid_at - interval '7 days' and l.created_at <= o.paid_at
     on conflict do nothing
     returning order_id, user_id, link_id)
   insert into job_outbox (name, data)
   select '${giveConversationTags.name}', jsonb_build_object(
            'ownerId', a.user_id, 'conversationIds', jsonb_build_array(e.conversation_id), 'tagIds', null, 'orderId', a.order_id)
     from attributed a join reply_links l on l.id = a.link_id join social_events e on e.id = l.event_id
    where e.conversation_id is not null`);

/** An order came from the reply that an earlier one came from: what a free trial brings in is paid when it is over. */
export const attributeLike = hotStatement("social_attribute_like")<
  never,
  [orderId: string, earlierOrderId: string]
>(`insert into order_attributions (order_id, user_id, link_id, clicked_at, created_at)
   select o.id, earlier.user_id, earlier.link_id, earlier.clicked_at, o.paid_at
     from order_attributions earlier join orders o on o.id = $1 and o.owner_id = earlier.user_id
    where earlier.order_id = $2
   on conflict do nothing`);
