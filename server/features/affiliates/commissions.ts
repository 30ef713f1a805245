import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";

/**
 * What an order brings to the affiliate whose code led to it: floor(rate × net price without shipping) for every line that has no
 * commission yet, PENDING for 30 days. Call it in the transaction that pays an order, and again in the one that adds an
 * upsell to it: only the new lines are added. Also writes the order's attribution and counts the sale on the link, once.
 *
 * Does nothing, and never throws, for a code that is unknown, switched off or of another creator or product, and when
 * the buyer or the creator is the affiliate. Renewals of a membership keep the rate of its first period.
 */
export async function addCommissions(
  client: pg.PoolClient,
  { orderId, affiliateCode, now }: { orderId: string; affiliateCode: string | null; now: Date },
): Promise<void> {
  if (affiliateCode) await insertCommissions(client, orderId, affiliateCode, now);
}

const insertCommissions = hotStatement("affiliates_insert_commissions")<
  never,
  [orderId: string, affiliateCode: string, now: Date]
>(`with link as (
     select l.id, l.code, l.owner_id, l.affiliate_id, o.disputed,
            coalesce((select c.commission_rate from subscriptions s join commissions c on c.order_id = s.order_id
                       where s.id = o.subscription_id and c.affiliate_link_id = l.id limit 1), a.commission_rate) as rate
       from orders o
       join customers buyer on buyer.id = o.customer_id
       join users owner on owner.id = o.owner_id
       join affiliate_links l on lower(l.code) = lower($2) and l.owner_id = o.owner_id and l.active
        and (l.product_id is null or l.product_id = o.product_id)
       join affiliates a on a.id = l.affiliate_id and a.active
       left join users account on account.id = a.user_id
      where o.id = $1 and (o.affiliate_link_id is null or o.affiliate_link_id = l.id)
        and a.user_id is distinct from o.owner_id
        and ${mailboxOf("a.email")} is distinct from ${mailboxOf("owner.email")}
        and ${mailboxOf("a.email")} is distinct from ${mailboxOf("buyer.email")}
        and ${mailboxOf("account.email")} is distinct from ${mailboxOf("buyer.email")}),
   attributed as (
     update orders set affiliate_link_id = link.id, affiliate_link_code = link.code
       from link where orders.id = $1 and orders.affiliate_link_id is null
     returning link.id),
   counted as (
     update affiliate_links set conversions = conversions + 1
       from attributed where affiliate_links.id = attributed.id)
   insert into commissions (owner_id, order_id, order_item_id, affiliate_id, affiliate_link_id, amount_cents,
                            commission_rate, held, payable_at, created_at)
   select link.owner_id, $1, item.id, link.affiliate_id, link.id, floor(link.rate * (item.total_price_cents - item.shipping_cents))::int,
          link.rate, link.disputed, $3::timestamptz + interval '30 days', $3
     from link join order_items item on item.order_id = $1
    where floor(link.rate * (item.total_price_cents - item.shipping_cents)) > 0
   on conflict (order_item_id) where refund_id is null do nothing`);
