import { and, eq, exists, ne, or, type SQL, sql } from "drizzle-orm";
import { type Db, sqlState } from "#server/database/client.ts";
import { bundleParts } from "#server/database/schema/bundles.ts";
import { products } from "#server/database/schema/catalog.ts";
import { cartVersions, checkoutSessions } from "#server/database/schema/checkout.ts";
import { couponProducts } from "#server/database/schema/coupons.ts";
import { orderBumps, upsells } from "#server/database/schema/offers.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Needs = Pick<Services, "db" | "clock">;
type Removed = { success: true; archived: boolean };

/**
 * Takes a product away for good. One that was sold, or that somebody is paying for, is archived instead: gone from every
 * list and not for sale, open to its buyers. Throws 404 for a product that is not theirs, or is archived already.
 */
export const deleteProduct = (services: Needs, creatorId: string, productId: string): Promise<Removed> =>
  removeOrArchive(services, creatorId, productId, ne(products.state, "ARCHIVED"));

/** The same of one that may be archived already, and goes where nobody wants it any more. Throws 404 for one that is not theirs. */
export const removeProduct = (services: Needs, creatorId: string, productId: string): Promise<Removed> =>
  removeOrArchive(services, creatorId, productId);

function removeOrArchive(
  { db, clock }: Needs,
  creatorId: string,
  productId: string,
  which?: SQL,
): Promise<Removed> {
  const own = and(eq(products.id, productId), eq(products.ownerId, creatorId), which);
  return db.transaction(async (tx) => {
    const [product] = await tx.select({ id: products.id }).from(products).where(own).for("update");
    if (!product) throw NotFound("Product not found");
    if (!(await isWanted(tx, creatorId, productId)) && (await removed(tx, productId))) {
      return { success: true, archived: false };
    }
    await tx
      .update(products)
      .set({ state: "ARCHIVED", updatedAt: clock.now() })
      .where(and(own, ne(products.state, "ARCHIVED")));
    return { success: true, archived: true };
  });
}

/**
 * Orders, bundles that it is part of, and what no foreign key tells of: lines of open carts, offers that may put it there at this moment, and coupons
 * that are for it, which would be for every product without it.
 */
async function isWanted(tx: Db, creatorId: string, productId: string): Promise<boolean> {
  const line = JSON.stringify([{ productId }]);
  const found = { one: sql`1` };
  const inOrder = and(eq(orderItems.ownerId, creatorId), eq(orderItems.productId, productId));
  const inCart = and(
    eq(checkoutSessions.ownerId, creatorId),
    eq(checkoutSessions.status, "ACTIVE"),
    sql`${cartVersions.lines} @> ${line}::jsonb`,
  );
  const wanted = or(
    exists(tx.select(found).from(orderItems).where(inOrder)),
    exists(tx.select(found).from(bundleParts).where(eq(bundleParts.partId, productId))),
    exists(tx.select(found).from(orderBumps).where(eq(orderBumps.bumpProductId, productId))),
    exists(tx.select(found).from(upsells).where(eq(upsells.upsellProductId, productId))),
    exists(tx.select(found).from(couponProducts).where(eq(couponProducts.productId, productId))),
    exists(
      tx
        .select(found)
        .from(checkoutSessions)
        .innerJoin(cartVersions, eq(cartVersions.checkoutSessionId, checkoutSessions.id))
        .where(inCart),
    ),
  );
  return (await tx.$count(products, and(eq(products.id, productId), wanted))) > 0;
}

/** Deletes the row unless something of worth refers to it: an order, a checkout, a subscription. */
async function removed(tx: Db, productId: string): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => savepoint.delete(products).where(eq(products.id, productId)));
    return true;
  } catch (error) {
    if (sqlState(error) === "23503") return false;
    throw error;
  }
}
