import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, sqlState } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Takes a product away for good. One that was sold, or that somebody is paying for, is archived instead: gone from every
 * list and not for sale, open to its buyers. Throws 404 for a product that is not theirs, or is archived already.
 */
export async function deleteProduct(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  productId: string,
): Promise<{ success: true; archived: boolean }> {
  const own = and(eq(products.id, productId), eq(products.ownerId, creatorId), isNull(products.archivedAt));
  return db.transaction(async (tx) => {
    const [product] = await tx.select({ id: products.id }).from(products).where(own).for("update");
    if (!product) throw NotFound("Product not found");
    if (!(await isWanted(tx, creatorId, productId)) && (await removed(tx, productId))) {
      return { success: true, archived: false };
    }
    const now = clock.now();
    await tx.update(products).set({ active: false, archivedAt: now, updatedAt: now }).where(own);
    return { success: true, archived: true };
  });
}

/**
 * Orders, and what no foreign key tells of: lines of open carts, offers that may put it there at this moment, and coupons
 * that are for it, which would be for every product without it.
 */
async function isWanted(tx: Db, creatorId: string, productId: string): Promise<boolean> {
  const line = JSON.stringify([{ productId }]);
  const { rows } = await tx.execute<{ wanted: boolean }>(sql`
    select exists (select from order_items where owner_id = ${creatorId} and product_id = ${productId})
        or exists (select from order_bumps where bump_product_id = ${productId})
        or exists (select from upsells where upsell_product_id = ${productId})
        or exists (select from coupon_products where product_id = ${productId})
        or exists (select from checkout_sessions s join cart_versions v on v.checkout_session_id = s.session_id
                    where s.owner_id = ${creatorId} and s.status = 'ACTIVE' and v.lines @> ${line}::jsonb) as wanted`);
  return rows[0]?.wanted ?? true;
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
