import type { QueryClient } from "@tanstack/react-query";
import { notFound } from "@tanstack/react-router";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getStoreLook } from "#contract/design/design.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { isStoreSuspended } from "#web/layout/store-suspended.ts";

const mostRelated = 3;

/**
 * A product as its creator's store shows it, with what stands after it on the shelf and how it looks. Throws `notFound` for what this
 * store does not sell: a product of another one, or one that is on no shelf; `data` says where the store is suspended.
 */
export async function loadStoreProduct(
  queryClient: QueryClient,
  { handle, slug }: { handle: string; slug: string },
) {
  try {
    const [creator, shelf, { look }, product] = await Promise.all([
      queryClient.ensureQueryData(apiQuery(getCreator, { params: { handle } })),
      queryClient.ensureQueryData(apiQuery(listCreatorProducts, { params: { handle } })),
      queryClient.ensureQueryData(apiQuery(getStoreLook, { params: { handle } })),
      queryClient.ensureQueryData(
        apiQuery(getProduct, { params: { idOrSlug: slug }, querystring: { store: handle } }),
      ),
    ]);
    const place = shelf.findIndex(({ id }) => id === product.id);
    // By its slug alone: an id is no address of a page.
    if (place < 0 || product.slug !== slug.toLowerCase()) throw notFound();
    const related = [...shelf.slice(place + 1), ...shelf.slice(0, place)].slice(0, mostRelated);
    return { creator, product, related, look };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw notFound({ data: { isSuspended: isStoreSuspended(error) } });
    throw error;
  }
}
