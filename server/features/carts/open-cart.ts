import { knownZone } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import type { Services } from "#server/services.ts";

type Needs = Pick<Services, "pool" | "clock">;

/** How long nothing else happens in a checkout before it counts as left. */
export const idleMinutes = 60;
const keptDays = 30;

/**
 * Makes a cart of a browser's draft that has an address, or brings the one up to date that this mailbox has open for the
 * product. `mayOpen` is asked before a new one, and before one that another browser has left: strangers type addresses of others. An address that was typed in this
 * browser before, and is another now, is forgotten where its cart is still open. A draft whose order is being written at
 * this moment is waited for, and gone then.
 */
export async function saveOpenCart(
  { pool, clock }: Needs,
  {
    draftHash,
    productId,
    timeZone,
    replyLinkCode,
  }: {
    draftHash: string;
    productId: string;
    timeZone?: string | undefined;
    /** Of the reply in messages that led here. */
    replyLinkCode?: string | undefined;
  },
  mayOpen: () => Promise<boolean>,
): Promise<void> {
  const now = clock.now();
  const [found] = await selectOpened(pool, draftHash, productId);
  if (!found) return;
  if (!found.isKnown && !(await mayOpen())) return;
  const expiresAt = new Date(now.getTime() + keptDays * 86_400_000);
  const zone = knownZone(timeZone);
  await saveOpen(pool, draftHash, productId, zone, now, expiresAt, replyLinkCode ?? null);
}

/** Forgets the carts that a browser has open and has not left yet. */
export async function deleteOpenCarts({ pool }: Pick<Services, "pool">, draftHash: string): Promise<void> {
  await deleteOpen(pool, draftHash);
}

/** Whether this browser has a cart of the product open for its address. None for a draft without an address, and for the robot that shops for Google. */
const selectOpened = statement("carts_select_opened")<
  { isKnown: boolean },
  [draftHash: string, productId: string]
>(`select exists (
     select from abandoned_carts c
      where c.owner_id = p.owner_id and c.product_id = p.id and c.outcome is null and c.draft_hash = d.token_hash and c.mailbox = ${mailboxOf("d.email")}) as "isKnown"
     from checkout_drafts d join products p on p.id = d.product_id
    where d.token_hash = $1 and d.product_id = $2 and p.plan is null and d.email <> '' and d.email not like '%@storebotmail.joonix.net'`);

const saveOpen = statement("carts_save_open")<
  { id: string },
  [
    draftHash: string,
    productId: string,
    timeZone: string | null,
    now: Date,
    expiresAt: Date,
    replyLinkCode: string | null,
  ]
>(`with draft as materialized (
     select d.*, p.owner_id, p.currency, case when p.suggested_price_cents is null then p.price_cents else coalesce(d.amount_cents, p.suggested_price_cents) end as price
       from checkout_drafts d join products p on p.id = d.product_id
      where d.token_hash = $1 and d.product_id = $2 and d.email <> '' for update of d),
   mistyped as (
     delete from abandoned_carts c using draft d
      where c.draft_hash = d.token_hash and c.product_id = d.product_id and c.abandoned_at is null and c.next_step = 0 and c.mailbox <> ${mailboxOf("d.email")})
   insert into abandoned_carts as c (owner_id, product_id, email, customer_name, price_cents, currency, order_bumps, coupon_code,
                                     affiliate_code, billing_interval, amount_cents, draft_hash, time_zone, conversation_id, left_at, expires_at, created_at, updated_at)
   select owner_id, product_id, email, customer_name, price, currency, order_bumps, coupon_code, affiliate_code, billing_interval,
          amount_cents, token_hash, $3::text, (
            select e.conversation_id from reply_links l join social_events e on e.id = l.event_id
             where l.code = $6 and l.user_id = draft.owner_id and l.last_clicked_at > $4::timestamptz - interval '7 days'),
          $4, $5, $4, $4
     from draft
   on conflict (owner_id, mailbox, product_id) where outcome is null do update
      set email = excluded.email, customer_name = excluded.customer_name, order_bumps = excluded.order_bumps,
          price_cents = excluded.price_cents, plain_price_cents = null, coupon_code = excluded.coupon_code, affiliate_code = excluded.affiliate_code,
          billing_interval = excluded.billing_interval, amount_cents = excluded.amount_cents, draft_hash = excluded.draft_hash,
          time_zone = coalesce(excluded.time_zone, c.time_zone), left_at = excluded.left_at, expires_at = excluded.expires_at,
          conversation_id = coalesce(excluded.conversation_id, c.conversation_id),
          stopped = case when c.stopped in ('NEWER_CART', 'NOT_ON_SALE') then null else c.stopped end,
          abandoned_at = null, next_mail_at = null, kind = 'LEFT', updated_at = excluded.updated_at
   returning id`);

const deleteOpen = statement("carts_delete_open")<never, [draftHash: string]>(
  "delete from abandoned_carts where draft_hash = $1 and abandoned_at is null and next_step = 0",
);

/** Gives one browser the open carts of others that turned out to be the same one. */
export const moveOpenCarts = statement("carts_move_open")<never, [into: string, others: string[]]>(
  "update abandoned_carts set draft_hash = $1 where draft_hash = any($2)",
);
