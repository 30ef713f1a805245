import { type Queryable, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const batch = 5_000;

/** PENDING becomes PAYABLE once its 30 days are over, unless a dispute holds it. In batches: each stays when a later one fails. */
export async function matureCommissions(
  { pool, clock }: { pool: Queryable } & Pick<Services, "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted();
    const matured = await mature(pool, clock.now());
    if (matured.length < batch) return;
  }
}

const mature = statement("affiliates_mature")<{ id: string }, [now: Date]>(
  `update commissions set status = 'PAYABLE' where status = 'PENDING' and id in (
     select id from commissions where status = 'PENDING' and payable_at <= $1 and not held
      order by payable_at limit ${batch} for update skip locked)
   returning id`,
);
