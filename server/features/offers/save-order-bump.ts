import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type {
  OrderBump,
  OrderBumpInput,
  updateOrderBump as updateContract,
} from "#contract/offers/order-bumps.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { orderBumps } from "#server/database/schema/offers.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getOrderBump } from "./list-order-bumps.ts";
import { checkDiscount, checkEnd, requireOfferProducts, writingOffer } from "./offer-rules.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Fields = z.output<typeof OrderBumpInput>;

const mostOrderBumps = 1_000;

/** Offers a product at another's checkout. Throws 422 for wrong fields, 409 where it is offered there already, and past 1,000. */
export async function createOrderBump(
  { pool, clock }: Dependencies,
  creatorId: string,
  fields: Fields,
): Promise<OrderBump> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    await requireFewer(tx, {
      table: orderBumps,
      own: eq(orderBumps.ownerId, creatorId),
      most: mostOrderBumps,
      what: "order bumps. Delete one first",
    });
    await requireOfferProducts(tx, creatorId, ...productsOf(fields));
    checkDiscount({ type: fields.discountType, value: fields.discountValue });
    checkEnd(fields.endsAt, now);
    const [created] = await writingOffer(
      tx
        .insert(orderBumps)
        .values({ ...columnsOf(fields), ownerId: creatorId, createdAt: now, updatedAt: now })
        .returning({ id: orderBumps.id }),
      constraints,
    );
    if (!created) throw new Error("the bump was not written");
    return getOrderBump({ db: tx, pool: client, clock }, creatorId, created.id);
  });
}

/**
 * Changes the fields that are present. Throws as `createOrderBump` does, 404 for a bump that is not theirs, and 409 for one that
 * was changed since the revision that is named.
 */
export async function updateOrderBump(
  { pool, clock }: Dependencies,
  creatorId: string,
  id: string,
  { revision, ...changes }: z.output<(typeof updateContract)["schema"]["body"]>,
): Promise<OrderBump> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    const own = and(eq(orderBumps.id, id), eq(orderBumps.ownerId, creatorId));
    const [current] = await tx.select().from(orderBumps).where(own).for("update");
    if (!current) throw NotFound("Order bump not found");
    const fields = { ...current, ...(changes as Partial<Fields>) };
    // One whose product is gone can still be renamed and switched off.
    if (fields.mainProductId !== current.mainProductId || fields.bumpProductId !== current.bumpProductId)
      await requireOfferProducts(tx, creatorId, ...productsOf(fields));
    checkDiscount({ type: fields.discountType, value: fields.discountValue });
    if (fields.endsAt?.getTime() !== current.endsAt?.getTime()) checkEnd(fields.endsAt, clock.now());
    const updated = await writingOffer(
      tx
        .update(orderBumps)
        .set({ ...columnsOf(fields), updatedAt: clock.now() })
        .where(and(own, unchangedSince(orderBumps.revision, revision)))
        .returning({ id: orderBumps.id }),
      constraints,
    );
    requireUnchanged(updated);
    return getOrderBump({ db: tx, pool: client, clock }, creatorId, id);
  });
}

/** Deletes a bump; orders keep what was bought with it. Throws 404 for one that is not theirs. */
export async function deleteOrderBump(
  { db }: Pick<Services, "db">,
  creatorId: string,
  id: string,
): Promise<{ success: true }> {
  const own = and(eq(orderBumps.id, id), eq(orderBumps.ownerId, creatorId));
  const removed = await db.delete(orderBumps).where(own).returning({ id: orderBumps.id });
  if (removed.length === 0) throw NotFound("Order bump not found");
  return { success: true };
}

const productsOf = (fields: Pick<Fields, "mainProductId" | "bumpProductId">) =>
  [
    { field: "mainProductId", id: fields.mainProductId },
    { field: "bumpProductId", id: fields.bumpProductId },
  ] as const;

const columnsOf = (fields: Fields) => ({
  mainProductId: fields.mainProductId,
  bumpProductId: fields.bumpProductId,
  title: fields.title,
  description: fields.description,
  discountType: fields.discountType,
  discountValue: fields.discountValue,
  position: fields.position,
  active: fields.active,
  endsAt: fields.endsAt,
});

const constraints = {
  order_bumps_pair: { field: "bumpProductId", taken: "This product is already offered as a bump here" },
  order_bumps_main_fk: { field: "mainProductId" },
  order_bumps_bump_fk: { field: "bumpProductId" },
};
