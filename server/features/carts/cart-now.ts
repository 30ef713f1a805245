import type pg from "pg";
import type { CartStep } from "#contract/carts/sequences.ts";
import { commonZone } from "#contract/dates.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { emailWithoutTag } from "#server/database/schema/orders.ts";
import type { StoredCartStep } from "#server/database/schema/carts.ts";
import { statement } from "#server/database/statement.ts";
import { isStoreClosed } from "#server/database/suspended.ts";
import { isSoldOut } from "#server/features/catalog/bundle-parts.ts";
import { isForSale } from "#server/features/catalog/has-content.ts";
import { stepOf } from "./stored-steps.ts";

const final = ["OVER", "STOPPED", "HELD_BACK", "UNSUBSCRIBED", "NOT_ON_SALE", "OWNED", "NEWER_CART"] as const;
const passing = ["CLOSED", "PENDING", "TOO_SOON", "TOO_MANY"] as const;
/** What speaks against a mail about a cart. */
export type Refusal = (typeof final)[number] | (typeof passing)[number];

/** Whether it ends the sequence; else the mail only waits. */
export const isFinal = (refusal: Refusal): boolean => (final as readonly string[]).includes(refusal);

/** A cart as it is at this moment, with the sequence of its kind. */
export type CartNow = {
  id: string;
  ownerId: string;
  mailbox: string;
  productId: string;
  productTitle: string;
  /** Where a reply in messages led to it. */
  conversationId: string | null;
  /** What the creator writes there in the place of the first mail. */
  dmText: string | null;
  nextStep: number;
  nextMailAt: Date | null;
  steps: CartStep[];
  /** The buyer's zone, else the creator's. */
  timeZone: string;
  refusal: Refusal | null;
  madeCode: string | null;
  /** No code for this mailbox in 90 days, and no purchase in 30. */
  mayHaveCode: boolean;
};

/**
 * Locks a cart until the transaction ends, and before it what else counts the mails of its mailbox, so that two claims for
 * one person wait for each other. An order that is being written is waited for, too. False where there is none.
 */
export async function lockCart(client: pg.PoolClient, id: string): Promise<boolean> {
  await lockMailbox(client, id);
  return (await lock(client, id)).length > 0;
}

/** By itself, after the lock: a statement that waits for a lock reads other tables as they were before. */
export async function readCart(
  client: pg.PoolClient,
  id: string,
  { now, isByHand }: { now: Date; isByHand: boolean },
): Promise<CartNow | undefined> {
  const [cart] = await select(client, id, now, isByHand);
  return cart && { ...cart, steps: cart.steps.map(stepOf), timeZone: cart.timeZone ?? commonZone };
}

const lockMailbox = statement("carts_lock_mailbox")<never, [id: string]>(
  "select pg_advisory_xact_lock(hashtextextended('cart mail to ' || mailbox, 0)) from abandoned_carts where id = $1",
);

const lock = statement("carts_lock")<{ id: string }, [id: string]>(
  "select id from abandoned_carts where id = $1 for update",
);

/** Orders of a cart's person, however the address is written: without the +tag an index finds them. */
const ordersOf = (which: string) => `
  select from orders o join customers k on k.id = o.customer_id
   where ${emailWithoutTag("k.email")} in (${emailWithoutTag("c.email")}, c.mailbox) and o.owner_id = c.owner_id and ${which}`;

/** SQL: whether the person of the cart `c` has bought from its creator, whatever became of it. */
export const hasBought = `exists (${ordersOf("o.status in ('PAID', 'REFUNDED')")})`;

const mailed = "('QUEUED', 'SENT', 'UNKNOWN')";

const select = statement("carts_read_now")<
  Omit<CartNow, "timeZone" | "steps"> & { timeZone: string | null; steps: StoredCartStep[] },
  [id: string, now: Date, isByHand: boolean]
>(`select c.id, c.owner_id as "ownerId", c.mailbox, c.product_id as "productId", p.title as "productTitle", c.conversation_id as "conversationId",
          q.dm_text as "dmText", c.next_step as "nextStep", c.next_mail_at as "nextMailAt", q.steps, coalesce(c.time_zone, ${creatorZone("u")}) as "timeZone",
          c.made_code as "madeCode",
          not exists (select from abandoned_carts a where a.owner_id = c.owner_id and a.mailbox = c.mailbox and a.code_made_at > $2::timestamptz - interval '90 days')
          and not exists (${ordersOf("o.status = 'PAID' and o.paid_at > $2::timestamptz - interval '30 days'")}) as "mayHaveCode",
          case
            when c.outcome is not null or c.expires_at <= $2 then 'OVER'
            when c.stopped is not null then case c.stopped when 'HELD_BACK' then 'HELD_BACK' else 'STOPPED' end
            when suppression_of(c.owner_id, c.email, c.id) is not null then 'UNSUBSCRIBED'
            when ${isStoreClosed("c.owner_id")} then 'CLOSED'
            when not (${isForSale("p", "$2")}) or (${isSoldOut("p")}) then 'NOT_ON_SALE'
            when exists (${ordersOf("o.status in ('PAID', 'REFUNDED') and exists (select from order_items i where i.order_id = o.id and i.product_id = c.product_id)")}) then 'OWNED'
            when exists (select from abandoned_carts n where n.owner_id = c.owner_id and n.mailbox = c.mailbox and n.id <> c.id and n.outcome is null and n.left_at > c.left_at) then 'NEWER_CART'
            when exists (${ordersOf("o.status = 'PENDING' and o.product_id = c.product_id")}) or c.abandoned_at is null then 'PENDING'
            when exists (select from cart_mails m where m.mailbox = c.mailbox and m.owner_id = c.owner_id and m.state in ${mailed}
              and m.created_at > $2::timestamptz - case when $3::boolean then interval '1 hour' else interval '16 hours' end) then 'TOO_SOON'
            when (select count(*) from cart_mails m where m.mailbox = c.mailbox and m.state in ${mailed} and m.created_at > $2::timestamptz - interval '24 hours') >= 3 then 'TOO_MANY'
          end as refusal
     from abandoned_carts c join products p on p.id = c.product_id join users u on u.id = c.owner_id
     join cart_sequences q on q.owner_id = c.owner_id and q.kind = c.kind
    where c.id = $1`);
