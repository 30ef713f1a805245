import type pg from "pg";
import type { Clock } from "#server/clock.ts";

/**
 * What time it is for memberships: the clock's time, and as far ahead as the sandbox's billing clock was moved. SQL asks
 * the same of `billing_now(now)`.
 */
export async function billingNow({ pool, clock }: { pool: pg.Pool; clock: Clock }): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>({
    name: "billing_now",
    text: "select billing_now($1) as now",
    values: [clock.now()],
  });
  return rows[0]?.now ?? clock.now();
}
