import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const batchSize = 1_000;

/**
 * Removes checkouts that came to nothing, with their carts and what they had held, 90 days after they expired: by then no
 * payment of theirs can come in late, and no mail leads back to them. Those stay that an order, a payment in question, a
 * membership or a forgotten cart names; what their bumps count as "on offer" stays, too. Goes through the index of what
 * ended, a piece at a time, so that what stays is looked at once in a run.
 */
export async function removeOldCheckouts(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  let after: Place = { expiresAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const [last] = await removePiece(pool, now, after.expiresAt, after.id, batchSize);
    if (!last || last.seen < batchSize) return;
    after = last;
    stopping?.throwIfAborted();
  }
}

/** As text: a moment of JavaScript is coarser than PostgreSQL's. */
type Place = { expiresAt: string; id: string };

const removePiece = statement("checkout_remove_piece")<
  Place & { seen: number },
  [now: Date, afterExpiresAt: string, afterId: string, batchSize: number]
>(`
  with piece as materialized (
    select session_id, expires_at from checkout_sessions
     where status in ('ABANDONED', 'EXPIRED') and expires_at < $1::timestamptz - interval '90 days'
       and (expires_at, session_id) > ($2::timestamptz, $3::uuid)
     order by expires_at, session_id limit $4),
  gone as materialized (
    select session_id from checkout_sessions s
     where session_id in (select session_id from piece) and status in ('ABANDONED', 'EXPIRED')
       and not exists (select from orders o where o.checkout_session_id = s.session_id)
       and not exists (select from quarantined_payments q where q.checkout_session_id = s.session_id)
       and not exists (select from subscriptions m where m.checkout_session_id = s.session_id)
       and not exists (select from stock_holds h where h.checkout_session_id = s.session_id and h.state <> 'RELEASED')
       and not exists (select from coupon_redemptions r where r.checkout_session_id = s.session_id and r.state <> 'RELEASED')
       for update skip locked),
  stock as (delete from stock_holds h using gone where h.checkout_session_id = gone.session_id),
  uses as (delete from coupon_redemptions r using gone where r.checkout_session_id = gone.session_id),
  removed as (delete from checkout_sessions s using gone where s.session_id = gone.session_id)
  select (select count(*) from piece)::int as seen, expires_at::text as "expiresAt", session_id as id
    from piece order by expires_at desc, session_id desc limit 1`);
