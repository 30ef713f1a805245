import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { draftDays } from "./draft-cookie.ts";

/**
 * Gives the browser that a bank led back to, with the payment's secret as proof, what was left in the unpaid checkout. What
 * this browser has left there itself stays: nobody may turn a purchase over to themselves by sending a link.
 */
export async function restoreCheckout(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  paymentIntentId: string,
  draftHash: string,
): Promise<void> {
  const now = clock.now();
  await restore(pool, paymentIntentId, draftHash, now, new Date(now.getTime() + draftDays * 86_400_000));
}

const restore = statement("checkout_restore_checkout")<
  never,
  [paymentIntentId: string, draftHash: string, now: Date, expiresAt: Date]
>(`insert into checkout_drafts (token_hash, product_id, order_bumps, coupon_code, affiliate_code, billing_interval, amount_cents,
                               email, customer_name, shipping_address, created_at, updated_at, expires_at)
   select $2, s.product_id, s.order_bumps_accepted, case when s.coupon_refused_at is null then coalesce(s.coupon_code, '') else '' end,
          coalesce(s.affiliate_code, ''), nullif(v.billing_interval, 'ONE_TIME'),
          case when p.suggested_price_cents is not null then (
            select sum((line ->> 'unitPriceCents')::int)::int from jsonb_array_elements(v.lines) line
             where line ->> 'itemType' in ('MAIN', 'PART')) end,
          s.email, s.customer_name, coalesce(s.shipping_address, '{}'), $3, $3, $4
     from checkout_sessions s
     join cart_versions v on v.checkout_session_id = s.session_id and v.version = s.cart_version
     join products p on p.id = s.product_id
    where s.payment_intent_id = $1 and s.status <> 'COMPLETED'
   on conflict (token_hash, product_id) do nothing`);
