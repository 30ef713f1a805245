import { and, eq, ne } from "drizzle-orm";
import type { ArchivedProduct } from "#contract/catalog/archived-products.ts";
import { products } from "#server/database/schema/catalog.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { requireRoomOnShelf } from "./most-products.ts";
import { productOrders } from "./product-orders.ts";

/**
 * Hides a product from all but its buyers, who keep what they bought, or brings it back as a draft. Repeating it changes
 * nothing. Throws 404 for a product that is not theirs, 409 where there is no room beside the archive.
 */
export async function archiveProduct(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  productId: string,
  isArchived: boolean,
): Promise<{ success: true }> {
  const own = and(eq(products.id, productId), eq(products.ownerId, creatorId));
  return db.transaction(async (tx) => {
    const [moved] = await tx
      .update(products)
      .set({ state: isArchived ? "ARCHIVED" : "DRAFT", updatedAt: clock.now() })
      .where(and(own, isArchived ? ne(products.state, "ARCHIVED") : eq(products.state, "ARCHIVED")))
      .returning({ id: products.id });
    if (!moved && (await tx.$count(products, own)) === 0) throw NotFound("Product not found");
    if (moved && !isArchived) await requireRoomOnShelf(tx, creatorId, 0);
    return { success: true };
  });
}

/** What the creator has archived, the newest first. */
export const listArchivedProducts = (
  { pool }: Pick<Services, "pool">,
  creatorId: string,
): Promise<ArchivedProduct[]> => selectArchived(pool, creatorId);

const selectArchived = statement("catalog_select_archived")<ArchivedProduct, [creatorId: string]>(
  `select p.id, p.title, p.type, ${productOrders("p.id")} as "orderCount" from products p
    where p.owner_id = $1 and p.state = 'ARCHIVED' order by p.updated_at desc, p.id`,
);
