import type { Services } from "#server/services.ts";

/** PENDING becomes PAYABLE once its 30 days are over, unless a dispute holds it. */
export async function matureCommissions({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  await pool.query(
    "update commissions set status = 'PAYABLE' where status = 'PENDING' and payable_at <= $1 and not held",
    [clock.now()],
  );
}
