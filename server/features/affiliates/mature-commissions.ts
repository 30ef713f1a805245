import type pg from "pg";
import type { Services } from "#server/services.ts";

const batch = 5_000;

/** PENDING becomes PAYABLE once its 30 days are over, unless a dispute holds it. In batches: each stays when a later one fails. */
export async function matureCommissions(
  { pool, clock }: { pool: Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query"> } & Pick<Services, "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted();
    const { rowCount } = await pool.query(
      `update commissions set status = 'PAYABLE' where status = 'PENDING' and id in (
         select id from commissions where status = 'PENDING' and payable_at <= $1 and not held
          order by payable_at limit ${batch} for update skip locked)`,
      [clock.now()],
    );
    if ((rowCount ?? 0) < batch) return;
  }
}
