import { statement } from "#server/database/statement.ts";
import { removeProduct } from "#server/features/catalog/delete-product.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** Takes away what nobody bought; the rest is archived: for sale nowhere, and open to its buyers. Bundles before their parts. */
export async function removeProducts(
  services: Services,
  ownerId: string,
  stopping?: AbortSignal,
): Promise<void> {
  for (const { id } of await selectProducts(services.pool, ownerId)) {
    stopping?.throwIfAborted();
    await removeProduct(services, ownerId, id).catch((error: unknown) => {
      // Another worker was faster.
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
    });
  }
}

/** SQL: what of the products `p` of somebody who leaves is not archived for its buyers yet, or has none and goes. */
export const isLeftOver = (p: string): string =>
  `(${p}.state <> 'ARCHIVED' or not exists (select from order_items i where i.owner_id = ${p}.owner_id and i.product_id = ${p}.id))`;

const selectProducts = statement("leaving_select_products")<{ id: string }, [ownerId: string]>(
  `select p.id from products p where p.owner_id = $1 and ${isLeftOver("p")} order by p.type = 'BUNDLE' desc, p.id`,
);
