import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { releaseTimes } from "#server/features/bookings/hold-time.ts";
import { inTransaction } from "#server/database/in-transaction.ts";

/**
 * Gives sessions up whose payment cannot happen any more (the provider confirmed its cancel, or there is none), and with
 * them the stock, the coupon's use and the time that they hold. The locks come first: what a request was holding for its cart at
 * that moment is seen by the statement after them, and not by one that waited.
 */
export async function expireSessions(pool: pg.Pool, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await inTransaction(pool, async (client) => {
    await lockSessions(client, sessionIds);
    const ended = await endSessions(client, sessionIds);
    await releaseTimes(
      client,
      ended.map(({ id }) => id),
    );
  });
}

const lockSessions = hotStatement("checkout_lock_sessions")<never, [sessionIds: string[]]>(
  "select from checkout_sessions where session_id = any ($1::uuid[]) order by session_id for update",
);

const endSessions = hotStatement("checkout_expire_sessions")<
  { id: string },
  [sessionIds: string[]]
>(`with ended as (
     update checkout_sessions set status = 'EXPIRED' where session_id = any ($1::uuid[]) and status = 'ACTIVE'
     returning session_id),
   coupons_back as (
     update coupon_redemptions r set state = 'RELEASED', network = null from ended where r.checkout_session_id = ended.session_id and r.state = 'HELD'),
   stock as (
     update stock_holds h set state = 'RELEASED', network = null from ended where h.checkout_session_id = ended.session_id and h.state = 'HELD'
     returning h.product_id, h.quantity),
   stock_back as (
     update products p set inventory_quantity = p.inventory_quantity + s.quantity
       from (select product_id, sum(quantity)::int as quantity from stock group by 1) s where p.id = s.product_id)
   select session_id as id from ended`);
