import { useMemo } from "react";
import { listCreatorProducts, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { checkSlug, deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { archiveProduct, listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { listMemberPrices } from "#contract/memberships/price-changes.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { apiQuery, callApi, type Input } from "#web/api.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import type { MyProduct } from "./product-form-values.ts";

const shownIn = [
  listMyProducts,
  listArchivedProducts,
  getDashboardStats,
  getProduct,
  listCreatorProducts,
  checkSlug,
  listMemberPrices,
];

/** Reads again whatever shows a product or counts them. */
export const useProductRefresh = () => useRefresh(shownIn);

/** What can be done to a product in the list; each says how it went. */
export function useProductChanges() {
  const refresh = useProductRefresh();
  const { mutate: setActive } = useOptimisticChange({
    change: (input: Input<typeof updateProduct>) => callApi(updateProduct, input),
    queryKey: apiQuery(listMyProducts).queryKey,
    show: (products: MyProduct[], { params, body }) =>
      withRow(products, params.id, { active: body.active === true }),
    refresh,
    done: ({ active }) => `Product ${active ? "activated" : "deactivated"} successfully`,
    failed: (error) => refusedField(error) ?? "Failed to update product",
  });
  const { mutate: duplicate } = useChange({
    change: (input: Input<typeof duplicateProduct>) => callApi(duplicateProduct, input),
    refresh,
    done: ({ title }) => `Product duplicated successfully: “${title}”, inactive`,
    failed: () => "Failed to duplicate product",
  });
  const { mutate: remove, isPending: removing } = useChange({
    change: (input: Input<typeof deleteProduct>) => callApi(deleteProduct, input),
    refresh,
    done: ({ archived }) => `Product ${archived ? "archived" : "deleted"} successfully`,
    failed: () => "Failed to delete product",
  });

  const { mutate: setArchived } = useChange({
    change: (input: Input<typeof archiveProduct>) => callApi(archiveProduct, input),
    refresh,
    done: (_, { body }) =>
      body.isArchived
        ? "Product archived successfully. You find it below the list"
        : "Product brought back as a draft",
    failed: (_, { body }) =>
      `Failed to ${body.isArchived ? "archive the product" : "bring the product back"}`,
  });

  // `mutate` stays the same function, so the list's columns are built once.
  const changes = useMemo(
    () => ({
      setActive: ({ id }: MyProduct, active: boolean) => setActive({ params: { id }, body: { active } }),
      duplicate: ({ id }: MyProduct) => duplicate({ params: { id } }),
      setArchived: ({ id }: { id: string }, isArchived: boolean) =>
        setArchived({ params: { id }, body: { isArchived } }),
      remove: ({ id }: MyProduct, onSettled: () => void) => remove({ params: { id } }, { onSettled }),
    }),
    [setActive, duplicate, setArchived, remove],
  );
  return { ...changes, removing };
}
