import type { Home } from "#contract/home/home.ts";
import { needsOfRole } from "#contract/home/needs.ts";
import type { Role } from "#contract/team/roles.ts";
import { selectLatestSales } from "#server/features/orders/list-orders.ts";
import { getPayouts } from "#server/features/payouts/payout-overview.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { compareToday } from "./compare-today.ts";
import { countNeeds, needsOf } from "./list-needs.ts";
import { suggest } from "./suggest.ts";

const latestShown = 6;

type Asking = Pick<SignedIn, "creatorId" | "role">;

/** What happened in a store today, what waits for whoever asks, and what would help. */
export async function homeOf(services: Services, { creatorId: ownerId, role }: Asking): Promise<Home> {
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
    needs: needsOf(counted, payouts).filter(isFor(role)),
    latest,
    suggestion,
  };
}

/** What waits in a store for whoever asks, by their role, the most pressing first. */
export async function needsFor(
  services: Services,
  { creatorId: ownerId, role }: Asking,
): Promise<Home["needs"]> {
  const [counted, payouts] = await Promise.all([
    countNeeds(services.pool, ownerId, services.clock.now()),
    role === "OWNER" ? getPayouts(services, ownerId) : undefined,
  ]);
  return needsOf(counted, payouts).filter(isFor(role));
}

const isFor =
  (role: Role) =>
  ({ kind }: Home["needs"][number]): boolean =>
    role === "OWNER" || needsOfRole[role].includes(kind);
