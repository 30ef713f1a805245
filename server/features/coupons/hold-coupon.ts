import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { withoutTag } from "./without-tag.ts";

type Client = pg.Pool | pg.PoolClient;

/**
 * Whether whoever asks has proved that this mailbox, however its address is written, has bought from the creator before. What nobody
 * has proved is not looked at, so that the answer tells a stranger nothing. A refund undoes no purchase.
 */
export async function hasProvenPurchase(
  pool: Client,
  {
    ownerId,
    email,
    browserHash,
    buyerTokenHashes,
    now,
  }: { ownerId: string; email: string; browserHash: string; buyerTokenHashes: string[]; now: Date },
): Promise<boolean> {
  const rows = await selectPurchase(pool, ownerId, email, browserHash, buyerTokenHashes, now);
  return rows.length > 0;
}

const selectPurchase = hotStatement("coupons_select_purchase")<
  { id: string },
  [ownerId: string, email: string, browserHash: string, buyerTokenHashes: string[], now: Date]
>(`with proven (order_id) as (
     select order_id from order_browsers where browser_hash = $3 and granted_at > $5::timestamptz - interval '30 days'
     union
     select o.id from buyer_sessions s join orders o on o.customer_id = s.customer_id
      where s.token_hash = any ($4::text[]) and s.expires_at > $5)
   select o.id from proven join orders o on o.id = proven.order_id join customers c on c.id = o.customer_id
    where o.owner_id = $1 and ${mailboxOf("c.email")} = ${mailboxOf("$2::text")} and o.status in ('PAID', 'REFUNDED')
    limit 1`);

/**
 * Whether a paid checkout's coupon is for first purchases, and its mailbox had bought from the creator before pay was
 * pressed. Only money shows it: ask in the transaction that is about to write the order.
 */
export async function isRepeatPurchase(
  client: Client,
  use: { couponId: string; checkoutSessionId: string; email: string; now: Date },
): Promise<boolean> {
  const rows = await selectRepeat(client, use.couponId, use.checkoutSessionId, use.email, use.now);
  return rows.length > 0;
}

const selectRepeat = hotStatement("coupons_select_repeat")<
  { id: string },
  [couponId: string, sessionId: string, email: string, now: Date]
>(`select o.id from coupons coupon
     join orders o on o.owner_id = coupon.owner_id and o.status in ('PAID', 'REFUNDED')
     join customers c on c.id = o.customer_id and ${mailboxOf("c.email")} = ${mailboxOf("$3::text")}
    where coupon.id = $1 and coupon.first_time_customer_only and o.checkout_session_id is distinct from $2
      and o.paid_at < coalesce((select r.created_at from coupon_redemptions r
                                 where r.coupon_id = $1 and r.checkout_session_id = $2 and r.state = 'HELD'), $4)
    limit 1`);

/** Whether a coupon can be used up, or is for one purchase only: others need no keeping. */
export const isScarce = (coupon: { usageLimit: number | null; firstTimeCustomerOnly: boolean }): boolean =>
  coupon.usageLimit !== null || coupon.firstTimeCustomerOnly;

/** NETWORK_FULL: the buyer's network holds as many as it may. NOT_FIRST: this browser's other payment has it. */
export type CouponHold = "HELD" | "NONE_LEFT" | "NETWORK_FULL" | "NOT_FIRST";

/**
 * Keeps one use of the coupon for a payment; called again, it moves the hold's end and its address. A hold lasts until it
 * is used or released; `expiresAt` says when to ask what became of it.
 */
export async function holdCoupon(
  client: Client,
  hold: {
    couponId: string;
    checkoutSessionId: string;
    email: string;
    network: string;
    expiresAt: Date;
    now: Date;
  },
): Promise<CouponHold> {
  const [row] = await callHold(
    client,
    hold.couponId,
    hold.checkoutSessionId,
    withoutTag(hold.email),
    hold.network,
    hold.expiresAt,
    hold.now,
  );
  return row?.outcome ?? "NONE_LEFT";
}

const callHold = hotStatement("coupons_hold")<
  { outcome: CouponHold | null },
  [couponId: string, sessionId: string, address: string, network: string, expiresAt: Date, now: Date]
>("select hold_coupon($1, $2, $3, $4, $5, $6) as outcome");

/** Lets go of what a checkout holds, except of one coupon. Uses that are paid for stay. */
export async function releaseCoupon(
  client: Client,
  { checkoutSessionId, exceptCouponId }: { checkoutSessionId: string; exceptCouponId?: string },
): Promise<void> {
  await release(client, checkoutSessionId, exceptCouponId ?? null);
}

const release = hotStatement("coupons_release")<
  { id: string },
  [sessionId: string, exceptCouponId: string | null]
>(`update coupon_redemptions set state = 'RELEASED', network = null
    where checkout_session_id = $1 and state = 'HELD' and coupon_id is distinct from $2 returning id`);
