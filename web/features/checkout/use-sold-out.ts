import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { getProduct } from "#contract/catalog/product-page.ts";
import { type ApiError, apiKey } from "#web/api.ts";

/** Reads a page again whose last product went to somebody else, so that it offers nothing to pay. */
export function useSoldOut(productId: string): (refused: ApiError) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async ({ body }) => {
    if (body.code !== "SOLD_OUT" || (body as { productId?: string }).productId !== productId) return;
    // However the address named it.
    queryClient.removeQueries({ queryKey: apiKey(getProduct) });
    await router.invalidate();
  };
}
