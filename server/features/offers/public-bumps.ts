import type { PublicOrderBump } from "#contract/offers/offers.ts";
import type { Services } from "#server/services.ts";
import { listOfferedBumps, type OfferedTo } from "./offered-bumps.ts";

/** The extras that a checkout shows; empty for a product that has none or is not on sale. */
export async function listPublicOrderBumps(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  buyer: Omit<OfferedTo, "now">,
): Promise<PublicOrderBump[]> {
  const bumps = await listOfferedBumps(pool, { ...buyer, now: clock.now() });
  return bumps.map(({ product, ...bump }) => ({ ...bump, bumpProduct: product }));
}
