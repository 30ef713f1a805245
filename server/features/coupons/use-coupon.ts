import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { emailWithoutTag } from "#server/database/schema/orders.ts";

/** NOTHING_TO_COUNT: counted before, or the creator has deleted the coupon. */
export type CouponUse = "COUNTED" | "NO_ROOM" | "NOTHING_TO_COUNT";

/**
 * Counts a paid order's use of a coupon, once per order, in the transaction that has just written the order. A checkout
 * whose hold is gone is counted where there is still room.
 */
export async function useCoupon(
  client: pg.PoolClient,
  use: { couponId: string; checkoutSessionId: string; orderId: string; now: Date },
): Promise<CouponUse> {
  // Apart from the count, so that it sees what the lock made us wait for.
  const [coupon] = await lockCoupon(client, use.couponId);
  if (!coupon) return "NOTHING_TO_COUNT";
  const counted = await countUse(client, use.couponId, use.checkoutSessionId, use.orderId, use.now);
  if (counted.length > 0) return "COUNTED";
  const earlier = await selectUse(client, use.orderId);
  return earlier.length > 0 ? "NOTHING_TO_COUNT" : "NO_ROOM";
}

const lockCoupon = hotStatement("coupons_lock")<{ id: string }, [couponId: string]>(
  `select id from coupons where id = $1 for no key update`,
);

const countUse = hotStatement("coupons_use")<
  { id: string },
  [couponId: string, sessionId: string, orderId: string, now: Date]
>(`with others as (
     select count(*) as held from coupon_redemptions
      where coupon_id = $1 and state = 'HELD' and checkout_session_id <> $2
        and not exists (select from coupon_redemptions
                         where coupon_id = $1 and state = 'HELD' and checkout_session_id = $2)),
   used as (
     insert into coupon_redemptions (coupon_id, checkout_session_id, order_id, email_normalized, state, expires_at, created_at)
     select coupon.id, $2, o.id, ${emailWithoutTag("c.email")}, 'USED', $4, $4
       from coupons coupon, others, orders o join customers c on c.id = o.customer_id
      where coupon.id = $1 and o.id = $3
        and (coupon.usage_limit is null or coupon.usage_count + others.held < coupon.usage_limit)
        and not exists (select from coupon_redemptions where order_id = $3)
     on conflict (coupon_id, checkout_session_id) where state <> 'RELEASED'
     do update set state = 'USED', network = null, order_id = excluded.order_id where coupon_redemptions.state = 'HELD'
     returning coupon_id)
   update coupons set usage_count = usage_count + 1 from used where coupons.id = used.coupon_id returning coupons.id`);

const selectUse = hotStatement("coupons_select_use")<{ id: string }, [orderId: string]>(
  "select id from coupon_redemptions where order_id = $1",
);

/** Gives the use of a fully refunded order back, once. */
export async function giveBackCoupon(client: pg.Pool | pg.PoolClient, orderId: string): Promise<void> {
  await giveBack(client, orderId);
}

const giveBack = hotStatement("coupons_give_back")<{ id: string }, [orderId: string]>(`with back as (
     update coupon_redemptions set state = 'RELEASED' where order_id = $1 and state = 'USED' returning coupon_id)
   update coupons set usage_count = usage_count - 1 from back where coupons.id = back.coupon_id returning coupons.id`);
