import { and, eq, sql } from "drizzle-orm";
import type { OrderBump } from "#contract/order-bumps.ts";
import type { Upsell } from "#contract/upsells.ts";
import { orderBumps, upsells } from "#server/database/schema/offers.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { listOrderBumps } from "./list-order-bumps.ts";
import { listUpsells } from "./list-upsells.ts";
import { isOwnProduct, notYours } from "./offer-rules.ts";

type Stored = Pick<Services, "db" | "clock">;

/** Numbers a product's bumps from 0 in the order of `ids`. Throws 422 unless these are exactly its bumps, each once. */
export async function reorderOrderBumps(
  { db, clock }: Stored,
  creatorId: string,
  { mainProductId, ids }: { mainProductId: string; ids: string[] },
): Promise<OrderBump[]> {
  return db.transaction(async (tx) => {
    if (!(await isOwnProduct(tx, creatorId, mainProductId))) throw Invalid({ mainProductId: notYours });
    const rows = await tx
      .select({ id: orderBumps.id })
      .from(orderBumps)
      .where(and(eq(orderBumps.mainProductId, mainProductId), eq(orderBumps.ownerId, creatorId)))
      .orderBy(orderBumps.id)
      .for("update");
    requireSameIds(rows, ids);
    await tx.execute(sql`update order_bumps b set position = ${placeOf(sql`b.id`, ids)} - 1
      where b.main_product_id = ${mainProductId} and b.owner_id = ${creatorId}`);
    return listOrderBumps({ db: tx, clock }, creatorId, { mainProductId });
  });
}

/** Numbers a product's upsells from 1 in the order of `ids`. Throws 422 unless these are exactly its upsells, each once. */
export async function reorderUpsells(
  { db, clock }: Stored,
  creatorId: string,
  { triggerProductId, ids }: { triggerProductId: string; ids: string[] },
): Promise<Upsell[]> {
  return db.transaction(async (tx) => {
    if (!(await isOwnProduct(tx, creatorId, triggerProductId))) throw Invalid({ triggerProductId: notYours });
    const rows = await tx
      .select({ id: upsells.id })
      .from(upsells)
      .where(and(eq(upsells.triggerProductId, triggerProductId), eq(upsells.ownerId, creatorId)))
      .orderBy(upsells.id)
      .for("update");
    requireSameIds(rows, ids);
    // In two steps: the same product may be offered twice, and no two may have one place even for a moment.
    for (const above of [aboveAll, 0])
      await tx.execute(sql`update upsells u set sequence = ${placeOf(sql`u.id`, ids)} + ${above}
        where u.trigger_product_id = ${triggerProductId} and u.owner_id = ${creatorId}`);
    return listUpsells({ db: tx, clock }, creatorId, { triggerProductId });
  });
}

/** Higher than any place that the contract takes. */
const aboveAll = 10_000_000;

/** The place of an id in the list, from 1. */
const placeOf = (id: ReturnType<typeof sql>, ids: string[]) =>
  sql`array_position(${sql.param(ids)}::uuid[], ${id})`;

function requireSameIds(rows: { id: string }[], ids: string[]): void {
  const given = new Set(ids);
  if (given.size === ids.length && rows.length === ids.length && rows.every(({ id }) => given.has(id)))
    return;
  throw Invalid({ ids: "The list has changed. Please reload it and try again." });
}
