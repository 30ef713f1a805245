import type pg from "pg";
import { hotStatement } from "#server/database/hot-statement.ts";
import { emailWithoutTag } from "#server/database/schema/orders.ts";
import { withoutTag } from "./without-tag.ts";

type Client = pg.Pool | pg.PoolClient;

/** Whether nobody with this address, whatever its +tag, has bought from the creator before. A refund undoes no purchase. */
export async function isFirstPurchase(pool: Client, ownerId: string, email: string): Promise<boolean> {
  const rows = await selectPurchase(pool, ownerId, withoutTag(email));
  return rows.length === 0;
}

const selectPurchase = hotStatement<{ id: string }, [ownerId: string, address: string]>(
  "coupons_select_purchase",
  `select o.id from customers c join orders o on o.customer_id = c.id
    where ${emailWithoutTag("c.email")} = $2 and o.owner_id = $1 and o.status in ('PAID', 'REFUNDED')
    limit 1`,
);

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

const callHold = hotStatement<
  { outcome: CouponHold },
  [couponId: string, sessionId: string, address: string, network: string, expiresAt: Date, now: Date]
>("coupons_hold", "select hold_coupon($1, $2, $3, $4, $5, $6) as outcome");

/** Lets go of what a checkout holds, except of one coupon. Uses that are paid for stay. */
export async function releaseCoupon(
  client: Client,
  { checkoutSessionId, exceptCouponId }: { checkoutSessionId: string; exceptCouponId?: string },
): Promise<void> {
  await release(client, checkoutSessionId, exceptCouponId ?? null);
}

const release = hotStatement<{ id: string }, [sessionId: string, exceptCouponId: string | null]>(
  "coupons_release",
  `update coupon_redemptions set state = 'RELEASED', network = null
    where checkout_session_id = $1 and state = 'HELD' and coupon_id is distinct from $2 returning id`,
);
