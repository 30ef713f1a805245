import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { requireRecentSignIn, type SignedIn } from "#server/http/http.ts";

const hours = 24;
const mostOrders = 5;
const mostCents = 50_000;

/**
 * Lets an older sign-in refund a few orders a day and no more: refunds only go back to the buyer's own card, but a stolen
 * session could empty a balance with them. Call it last in the transaction that wrote the refunds, so that refunds made at
 * the same time see each other. Throws 403 `RECENT_SIGN_IN_REQUIRED`, which takes them back.
 */
export async function requireRefundRoom(
  client: pg.PoolClient,
  ownerId: string,
  asking: Pick<SignedIn, "isRecent">,
  now: Date,
): Promise<void> {
  if (asking.isRecent) return;
  await lockRefundRoom(client, ownerId);
  const since = new Date(now.getTime() - hours * 3_600_000);
  const [{ isExceeded } = { isExceeded: true }] = await selectExceeded(
    client,
    ownerId,
    since,
    mostOrders,
    mostCents,
  );
  if (isExceeded) requireRecentSignIn(asking);
}

const lockRefundRoom = hotStatement("orders_lock_refund_room")<never, [ownerId: string]>(
  "select pg_advisory_xact_lock(hashtextextended(concat('refund room:', $1::text), 0))",
);

const selectExceeded = hotStatement("orders_select_refund_room")<
  { isExceeded: boolean },
  [ownerId: string, since: Date, mostOrders: number, mostCents: number]
>(
  `select count(distinct order_id) > $3::int or coalesce(sum(amount_cents), 0) > $4::int as "isExceeded"
     from refunds
    where owner_id = $1 and created_at > $2 and status <> 'FAILED' and dispute_id is null and request_key is not null`,
);
