import { statement } from "#server/database/statement.ts";
import { deleteProduct } from "#server/features/catalog/delete-product.ts";
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
    await deleteProduct(services, ownerId, id).catch((error: unknown) => {
      // Another worker was faster.
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
    });
  }
}

const selectProducts = statement("leaving_select_products")<{ id: string }, [ownerId: string]>(
  "select id from products where owner_id = $1 and state <> 'ARCHIVED' order by type = 'BUNDLE' desc, id",
);
