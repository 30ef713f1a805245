import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { notOnSale } from "#contract/carts/not-on-sale.ts";
import { readCartToken, recordReturn } from "#server/features/carts/cart-links.ts";
import type { Services } from "#server/services.ts";
import { draftDays } from "./draft-cookie.ts";

/**
 * Fills this browser's draft in with a cart, as a mail's link asks for, and answers where the checkout is. The address that
 * somebody has typed in this browser stays: a link that was sent by another must not turn a purchase over to them. A cart
 * that is no more leads to the home page, one of what is not on sale any more to the store, which says so; nothing is
 * changed then.
 */
export async function saveDraftOfCart(
  { pool, clock, secret }: Pick<Services, "pool" | "clock" | "secret">,
  token: string,
  draftHash: string,
): Promise<string> {
  const link = readCartToken(secret, token);
  const [cart] = link ? await selectCart(pool, link.cartId) : [];
  if (!link || !cart) return "/";
  if (!cart.isForSale) return `/u/${cart.handle}#${notOnSale}`;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + draftDays * 86_400_000);
  if (!cart.isOver)
    await inTransaction(pool, async (client) => {
      const [draft] = await restore(client, link.cartId, draftHash, now, expiresAt, link.by === "MAIL");
      if (draft) await recordReturn(client, draft.id, link.cartId);
    });
  return `/checkout/${cart.productId}`;
}

const selectCart = statement("checkout_select_left_cart")<
  { productId: string; handle: string; isOver: boolean; isForSale: boolean },
  [cartId: string]
>(`select c.product_id as "productId", u.handle, coalesce(c.outcome in ('RECOVERED', 'BOUGHT'), false) as "isOver", p.state = 'PUBLISHED' as "isForSale"
     from abandoned_carts c join products p on p.id = c.product_id join users u on u.id = c.owner_id where c.id = $1`);

const restore = statement("checkout_restore_draft")<
  { id: string },
  [cartId: string, draftHash: string, now: Date, expiresAt: Date, withEmail: boolean]
>(`insert into checkout_drafts as d (token_hash, product_id, order_bumps, coupon_code, affiliate_code, billing_interval, amount_cents,
                                     email, created_at, updated_at, expires_at)
   select $2, product_id, order_bumps, coupon_code, affiliate_code, billing_interval, amount_cents, case when $5 then email else '' end, $3, $3, $4
     from abandoned_carts where id = $1
   on conflict (token_hash, product_id) do update set revision = d.revision + 1, order_bumps = excluded.order_bumps,
     coupon_code = excluded.coupon_code, affiliate_code = excluded.affiliate_code, link = '', billing_interval = excluded.billing_interval,
     amount_cents = excluded.amount_cents, checkout_session_id = null, updated_at = $3, expires_at = $4,
     email = case when d.email = '' or d.expires_at <= $3 then excluded.email else d.email end
   returning id`);
