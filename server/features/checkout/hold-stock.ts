import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { quantities } from "#server/features/orders/held-stock.ts";

/** How long stock and a coupon's use are kept for a payment after pay was pressed. */
export const holdMinutes = 15;

/** Why nothing was kept: roll back then. NETWORK_FULL: the buyer's network holds as many as it may. */
export type HoldRefusal = { productId: string; reason: "SOLD_OUT" | "NETWORK_FULL" };

/**
 * Takes what the lines need of tracked stock out of what is left and keeps it for the session; what it holds already
 * stays, until `expiresAt`. Undefined where all of it is kept. Products are locked in the order of their ids, so that
 * carts that share products wait for one another instead of deadlocking.
 */
export async function holdStock(
  client: pg.PoolClient,
  {
    sessionId,
    lines,
    network,
    expiresAt,
    now,
  }: { sessionId: string; lines: readonly CartLine[]; network: string; expiresAt: Date; now: Date },
): Promise<HoldRefusal | undefined> {
  for (const { productId, quantity } of quantities(lines)) {
    const [answer] = await holdProduct(client, sessionId, productId, quantity, network, expiresAt, now);
    const outcome = answer?.outcome ?? "SOLD_OUT";
    if (outcome !== "HELD") return { productId, reason: outcome };
  }
  return undefined;
}

const holdProduct = hotStatement("checkout_hold_stock")<
  { outcome: "HELD" | HoldRefusal["reason"] | null },
  [sessionId: string, productId: string, quantity: number, network: string, expiresAt: Date, now: Date]
>("select hold_stock($1, $2, $3, $4, $5, $6) as outcome");
