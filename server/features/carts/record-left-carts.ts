import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { scheduleNext } from "./sequences.ts";
import { idleMinutes } from "./open-cart.ts";

const atOnce = 500;

/**
 * Writes down which carts have been left: an hour without a change, and no payment of theirs on its way. What they came to
 * is taken from the checkout that the browser had open, and that a payment failed from the order that it left. Ends those
 * whose 30 days are over.
 */
export async function recordLeftCarts({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  const now = clock.now();
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000);
  for (;;) {
    const left = await recordLeft(pool, now, idleSince, atOnce);
    await scheduleNext(
      pool,
      left.map(({ id }) => id),
    );
    if (left.length < atOnce) break;
  }
  for (;;) if ((await expireOld(pool, now, atOnce)).length < atOnce) break;
}

/** SQL: the newest checkout of the cart `c`, with what became of its order. */
const lastCheckout = `
       left join lateral (
         select (select sum((l->>'totalPriceCents')::int - (l->>'shippingCents')::int)::int from jsonb_array_elements(v.lines) l) as cents,
                (select sum((l->>'totalPriceCents')::int - (l->>'shippingCents')::int + case when l->>'discountSource' = 'COUPON' then (l->>'discountCents')::int else 0 end)::int
                   from jsonb_array_elements(v.lines) l) as plain_cents, o.status
           from checkout_sessions s
           join cart_versions v on v.checkout_session_id = s.session_id and v.version = s.cart_version
           left join orders o on o.checkout_session_id = s.session_id
          where lower(s.email) = lower(c.email) and s.product_id = c.product_id and s.completed_order_id is null
            and s.updated_at >= c.created_at - interval '1 hour'
          order by s.created_at desc limit 1) s on true`;

/** SQL: whether the cart `c` was left since before `idleSince`, and no payment of its is on its way. */
const isLeft = (idleSince: string) =>
  `c.abandoned_at is null and c.left_at <= ${idleSince} and c.outcome is null and s.status is distinct from 'PENDING'`;

/** SQL: whether there is a cart at `$1` to write down as left, or to end. */
export const isAnyCartLeft = `
  exists (select from abandoned_carts c ${lastCheckout} where ${isLeft(`$1::timestamptz - interval '${idleMinutes} minutes'`)})
  or exists (select from abandoned_carts where outcome is null and expires_at <= $1)`;

/** Goods without shipping: where that is sent to may be unknown when it is looked at again. */
const recordLeft = statement("carts_record_left")<
  { id: string },
  [now: Date, idleSince: Date, atMost: number]
>(`with idle as (
     select c.id, s.cents, s.plain_cents, s.status from abandoned_carts c ${lastCheckout}
      where ${isLeft("$2")}
      order by c.left_at limit $3 for update of c skip locked)
   update abandoned_carts c
      set abandoned_at = c.left_at + interval '${idleMinutes} minutes', draft_hash = null, updated_at = $1,
          price_cents = coalesce(case when c.coupon_code = '' then idle.plain_cents else idle.cents end, c.price_cents), plain_price_cents = idle.plain_cents, kind = case when idle.status = 'FAILED' then 'FAILED' else 'LEFT' end
     from idle where c.id = idle.id
   returning c.id`);

const expireOld = statement("carts_expire")<
  { id: string },
  [now: Date, atMost: number]
>(`update abandoned_carts set outcome = 'EXPIRED', next_mail_at = null, updated_at = $1
    where id in (select id from abandoned_carts where outcome is null and expires_at <= $1 limit $2 for update skip locked)
   returning id`);
