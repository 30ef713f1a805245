import { statement } from "#server/database/statement.ts";

/** The row of a step: one for each, whatever it becomes; none where it has one. Its words are those of now. */
export const insertCartMail = statement("carts_insert_mail")<
  { id: string; ownerId: string; email: string },
  [
    cartId: string,
    step: number,
    state: string,
    reason: string | null,
    subject: string,
    content: string,
    code: string | null,
    now: Date,
    /** DM: its row in the outbox of messages; null: a mail. */
    sendId: string | null,
    dmRefusal: string | null,
  ]
>(`insert into cart_mails (cart_id, owner_id, email, step, state, reason, subject, content, code, created_at, send_id, channel, dm_refusal)
   select id, owner_id, email, $2, $3, $4, $5, $6::jsonb, $7, $8, $9::uuid, case when $9::uuid is null then 'MAIL' else 'DM' end, $10
     from abandoned_carts where id = $1
   on conflict (cart_id, step) do nothing returning id, owner_id as "ownerId", email`);

/** A single-use code of a cart, for what was in it alone, until the cart is over. */
export const insertCartCode = statement("carts_insert_code")<
  never,
  [cartId: string, code: string, discountBps: number, now: Date]
>(`with made as (
     insert into coupons (owner_id, code, name, discount_type, discount_value, usage_limit, valid_from, valid_until, created_at, updated_at)
     select owner_id, $2, 'For a cart that was left', 'PERCENTAGE', $3, 1, $4, expires_at, $4, $4 from abandoned_carts where id = $1
     returning id, owner_id),
   limited as (
     insert into coupon_products (coupon_id, product_id, owner_id)
     select made.id, c.product_id, made.owner_id from made, abandoned_carts c where c.id = $1)
   update abandoned_carts set made_code = $2, code_made_at = $4 where id = $1`);
