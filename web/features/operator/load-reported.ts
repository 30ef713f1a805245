import type { QueryClient } from "@tanstack/react-query";
import { notFound } from "@tanstack/react-router";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { ApiError, apiQuery } from "#web/api.ts";

/** The store that is reported, or a product of it. Throws `notFound` for no store; what is off sale by now is reported as its store. */
export async function loadReported(
  queryClient: QueryClient,
  { handle, slug }: { handle: string; slug?: string | undefined },
) {
  try {
    const [{ name, handle: known }, products] = await Promise.all([
      queryClient.ensureQueryData(apiQuery(getCreator, { params: { handle } })),
      queryClient.ensureQueryData(apiQuery(listCreatorProducts, { params: { handle } })),
    ]);
    return { name, handle: known, product: products.find((product) => product.slug === slug) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}
