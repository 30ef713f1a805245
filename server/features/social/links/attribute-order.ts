import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";

/**
 * Which reply an order came from: the link that its browser clicked last. Call it in the transaction that pays the order.
 * Does nothing, and never throws, for a code that is unknown, of another creator, or was not clicked in the seven days
 * before. What is added to the order later, and what is given back, is the order's own: nothing more has to be written.
 * A membership's renewals are orders of their own, which no reply led to, but for the first payment after a free trial: see
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
>(`insert into order_attributions (order_id, user_id, link_id, clicked_at, created_at)
   select o.id, o.owner_id, l.id, least(l.last_clicked_at, o.paid_at), o.paid_at
     from orders o join reply_links l on l.code = $2 and l.user_id = o.owner_id
    where o.id = $1 and l.last_clicked_at > o.paid_at - interval '7 days' and l.created_at <= o.paid_at
   on conflict do nothing`);

/** An order came from the reply that an earlier one came from: what a free trial brings in is paid when it is over. */
export const attributeLike = hotStatement("social_attribute_like")<
  never,
  [orderId: string, earlierOrderId: string]
>(`insert into order_attributions (order_id, user_id, link_id, clicked_at, created_at)
   select o.id, earlier.user_id, earlier.link_id, earlier.clicked_at, o.paid_at
     from order_attributions earlier join orders o on o.id = $1 and o.owner_id = earlier.user_id
    where earlier.order_id = $2
   on conflict do nothing`);
