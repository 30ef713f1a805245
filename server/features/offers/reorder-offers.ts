import { and, eq } from "drizzle-orm";
import type { OrderBump } from "#contract/offers/order-bumps.ts";
import type { Upsell } from "#contract/offers/upsells.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { orderBumps, upsells } from "#server/database/schema/offers.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { listOrderBumps } from "./list-order-bumps.ts";
import { listUpsells } from "./list-upsells.ts";
import { isOwnProduct, notYours } from "./offer-rules.ts";

type Dependencies = Pick<Services, "pool" | "clock">;

/** Numbers a product's bumps from 0 in the order of `ids`. Throws 422 unless these are exactly its bumps, each once. */
export async function reorderOrderBumps(
  { pool, clock }: Dependencies,
  creatorId: string,
  { mainProductId, ids }: { mainProductId: string; ids: string[] },
): Promise<OrderBump[]> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    if (!(await isOwnProduct(tx, creatorId, mainProductId))) throw Invalid({ mainProductId: notYours });
    const rows = await tx
      .select({ id: orderBumps.id })
      .from(orderBumps)
      .where(and(eq(orderBumps.mainProductId, mainProductId), eq(orderBumps.ownerId, creatorId)))
      .orderBy(orderBumps.id)
      .for("update");
    requireSameIds(rows, ids);
    await numberBumps(client, creatorId, mainProductId, ids);
    return listOrderBumps({ db: tx, pool: client, clock }, creatorId, { mainProductId });
  });
}

/** Numbers a product's upsells from 1 in the order of `ids`. Throws 422 unless these are exactly its upsells, each once. */
export async function reorderUpsells(
  { pool, clock }: Dependencies,
  creatorId: string,
  { triggerProductId, ids }: { triggerProductId: string; ids: string[] },
): Promise<Upsell[]> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    if (!(await isOwnProduct(tx, creatorId, triggerProductId))) throw Invalid({ triggerProductId: notYours });
    const rows = await tx
      .select({ id: upsells.id })
      .from(upsells)
      .where(and(eq(upsells.triggerProductId, triggerProductId), eq(upsells.ownerId, creatorId)))
      .orderBy(upsells.id)
      .for("update");
    requireSameIds(rows, ids);
    // In two steps: the same product may be offered twice, and no two may have one place even for a moment.
    for (const above of [aboveAll, 0]) await numberUpsells(client, creatorId, triggerProductId, ids, above);
    return listUpsells({ db: tx, pool: client, clock }, creatorId, { triggerProductId });
  });
}

/** Higher than any place that the contract takes. */
const aboveAll = 10_000_000;

const numberBumps = statement("offers_number_bumps")<
  never,
  [creatorId: string, mainProductId: string, ids: string[]]
>(
  `update order_bumps b set position = array_position($3::uuid[], b.id) - 1
    where b.main_product_id = $2 and b.owner_id = $1`,
);

const numberUpsells = statement("offers_number_upsells")<
  never,
  [creatorId: string, triggerProductId: string, ids: string[], above: number]
>(
  `update upsells u set sequence = array_position($3::uuid[], u.id) + $4
    where u.trigger_product_id = $2 and u.owner_id = $1`,
);

function requireSameIds(rows: { id: string }[], ids: string[]): void {
  const given = new Set(ids);
  if (given.size === ids.length && rows.length === ids.length && rows.every(({ id }) => given.has(id)))
    return;
  throw Invalid({ ids: "The list has changed. Please reload it and try again." });
}
