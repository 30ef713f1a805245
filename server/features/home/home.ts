import type { Home } from "#contract/home/home.ts";
import { selectLatestSales } from "#server/features/orders/list-orders.ts";
import { getPayouts } from "#server/features/payouts/payout-overview.ts";
import type { Services } from "#server/services.ts";
import { compareToday } from "./compare-today.ts";
import { countNeeds, needsOf } from "./list-needs.ts";
import { suggest } from "./suggest.ts";

const latestShown = 6;

/** What happened in a creator's store today, what waits for them, and what would help. */
export async function homeOf(services: Services, ownerId: string): Promise<Home> {
  const { pool, clock } = services;
  const now = clock.now();
  const [{ today, lastWeek }, payouts, counted, latest, suggestion] = await Promise.all([
    compareToday(pool, ownerId, now),
    getPayouts(services, ownerId),
    countNeeds(pool, ownerId, now),
    selectLatestSales(pool, ownerId, latestShown),
    suggest(pool, ownerId, now),
  ]);
  const { state, balances } = payouts;
  return {
    asOf: now,
    today,
    lastWeek,
    money: { state, balances },
    needs: needsOf(counted, payouts),
    latest,
    suggestion,
  };
}
