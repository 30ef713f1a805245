import type pg from "pg";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { hotStatement } from "#server/database/statement.ts";

type Refused = { ownerId: string; email: string; couponCode: string; now: Date };

/** Takes a coupon that a buyer cannot have out of their open carts, in the transaction that found it out. */
export async function removeCouponOfCarts(
  client: pg.PoolClient,
  { ownerId, email, couponCode, now }: Refused,
): Promise<void> {
  await removeCoupon(client, ownerId, email, couponCode, now);
}

const removeCoupon = hotStatement("carts_remove_coupon")<
  never,
  [ownerId: string, email: string, couponCode: string, now: Date]
>(`update abandoned_carts c set coupon_code = '', price_cents = coalesce(c.plain_price_cents, c.price_cents), updated_at = $4
    where c.owner_id = $1 and c.mailbox = ${mailboxOf("$2::text")} and c.outcome is null and lower(c.coupon_code) = lower($3)`);
