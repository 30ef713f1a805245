import { sql } from "drizzle-orm";
import { sandboxClock } from "#server/database/schema/sandbox-subscriptions.ts";
import { billingNow } from "#server/payments/billing-now.ts";
import type { Services } from "#server/services.ts";
import { billWhatIsDue } from "./bill-subscriptions.ts";

export type BillingClock = { now: Date; aheadDays: number };

/** Where the billing clock stands: the same for all processes. */
export async function getBillingClock({
  db,
  pool,
  clock,
}: Pick<Services, "db" | "pool" | "clock">): Promise<BillingClock> {
  const [row] = await db.select({ aheadDays: sandboxClock.aheadDays }).from(sandboxClock);
  return { now: await billingNow({ pool, clock }), aheadDays: row?.aheadDays ?? 0 };
}

/** Moves it on, and bills what falls due on the way. It never goes back: what was billed stays billed. */
export async function advanceBillingClock(
  world: Pick<Services, "db" | "pool" | "clock">,
  days: number,
): Promise<BillingClock> {
  await world.db.update(sandboxClock).set({ aheadDays: sql`${sandboxClock.aheadDays} + ${days}` });
  await billWhatIsDue(world);
  return getBillingClock(world);
}
