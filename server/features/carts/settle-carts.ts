import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";

/** Within so many days of a mail a purchase is the mail's doing, as far as anybody can say. */
const nearDays = 7;

type Bought = {
  ownerId: string;
  /** Of the checkout that was paid; its own and those that came with it. */
  productIds: string[];
  email: string;
  orderId: string;
  /** Of the mail by whose link the checkout was filled in. */
  linkedCartId: string | null | undefined;
  now: Date;
};

/**
 * Ends the carts that an order has bought, in the transaction that writes it and after its draft is gone, so that no mail
 * of theirs is claimed any more and none is opened anew: those of the same mailbox, on whatever device they were left, and
 * the one whose link was followed. They are recovered by that link, or near a mail or message; else they were bought without
 * one. Whoever comes back acts in the checkout, so that their cart may be open again. For a comparison a purchase counts by its
 * mailbox alone: who got no mail has no link.
 */
export async function settleCarts(client: pg.PoolClient, bought: Bought): Promise<void> {
  const { ownerId, productIds, email, orderId, linkedCartId, now } = bought;
  await settle(client, ownerId, productIds, email, orderId, linkedCartId ?? null, now);
}

/** Locked in the order of their ids: two orders of one person may end the same carts. */
const settle = hotStatement("carts_settle")<
  { id: string },
  [
    ownerId: string,
    productIds: string[],
    email: string,
    orderId: string,
    linkedCartId: string | null,
    now: Date,
  ]
>(`with ended as materialized (
     select c.id, coalesce(c.id is not distinct from $5::uuid or greatest(c.last_email_sent, c.dm_sent_at) > $6::timestamptz - interval '${nearDays} days', false) as is_recovered,
            c.mailbox = ${mailboxOf("$3::text")} and c.product_id = any ($2::uuid[]) as is_own
       from abandoned_carts c
      where c.owner_id = $1 and c.outcome is null
        and (c.id is not distinct from $5::uuid or (c.mailbox = ${mailboxOf("$3::text")} and c.product_id = any ($2::uuid[])))
      order by c.id for update),
   compared as (
     update cart_comparison_units x set order_id = $4, bought_at = $6
       from ended e where x.cart_id = e.id and e.is_own and x.bought_at is null)
   update abandoned_carts c
      set outcome = case when e.is_recovered then 'RECOVERED' else 'BOUGHT' end, draft_hash = null, next_mail_at = null,
          recovered_by = case when not e.is_recovered then null when c.id is not distinct from $5::uuid then 'LINK' else 'NEAR' end,
          recovered_at = case when e.is_recovered then $6::timestamptz end,
          abandoned_at = case when e.is_recovered then coalesce(c.abandoned_at, c.last_email_sent, c.dm_sent_at, $6) else c.abandoned_at end,
          recovered_order_id = case when e.is_recovered then $4::uuid end, updated_at = $6
     from ended e where c.id = e.id
   returning c.id`);
