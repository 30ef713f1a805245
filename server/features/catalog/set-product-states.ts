import { and, eq, inArray } from "drizzle-orm";
import type { ProductState } from "#contract/catalog/product-states.ts";
import { products } from "#server/database/schema/catalog.ts";
import { HttpError, Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { archiveProduct } from "./archive-product.ts";
import { requireRoomForProduct } from "./plan-limit.ts";
import { updateProduct } from "./save-product.ts";

type Wanted = { id: string; state: ProductState };

/**
 * Brings each product into its state by the rules that hold for one: what one of them lacks keeps no other back. Answers what
 * each was before, and why others could not be changed. Throws 422, and changes nothing, where one of them is not theirs.
 */
export async function setProductStates(
  services: Services,
  creatorId: string,
  wanted: readonly Wanted[],
): Promise<{ changed: Wanted[]; refused: { id: string; message: string }[] }> {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const own = and(inArray(products.id, ids), eq(products.ownerId, creatorId));
  if ((await services.db.$count(products, own)) < ids.length)
    throw Invalid({ products: "One of these products does not exist" });
  const changed: Wanted[] = [];
  const refused: { id: string; message: string }[] = [];
  for (const { id, state } of wanted) {
    try {
      const before = await setState(services, creatorId, id, state);
      if (before !== state) changed.push({ id, state: before });
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      refused.push({ id, message: error.message });
    }
  }
  return { changed, refused };
}

/** Wholly or not at all: what cannot go on sale again stays in the archive. */
const setState = (
  services: Services,
  creatorId: string,
  id: string,
  state: ProductState,
): Promise<ProductState> =>
  services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const [own] = await tx
      .select({ state: products.state })
      .from(products)
      .where(and(eq(products.id, id), eq(products.ownerId, creatorId)));
    if (!own) throw NotFound("Product not found");
    if (own.state === state) return state;
    // Before the product's own row is locked: everyone locks the creator first.
    if (state === "PUBLISHED") await requireRoomForProduct(services, tx, creatorId, id);
    if (state === "ARCHIVED" || own.state === "ARCHIVED")
      await archiveProduct(inside, creatorId, id, state === "ARCHIVED");
    // What comes back from the archive is a draft.
    if (state === "PUBLISHED" || (state === "DRAFT" && own.state === "PUBLISHED"))
      await updateProduct(inside, creatorId, id, { active: state === "PUBLISHED" });
    return own.state;
  });
