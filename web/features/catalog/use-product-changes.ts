import { useMemo } from "react";
import { isolated } from "#contract/isolated.ts";
import { listCreatorProducts, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { checkSlug, deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { type ProductState, setProductStates } from "#contract/catalog/product-states.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { listMemberPrices } from "#contract/memberships/price-changes.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { apiQuery, callApi, errorMessage, type Input, type Output } from "#web/api.ts";
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
    done: ({ title }) => `Product duplicated successfully: “${isolated(title)}”, inactive`,
    failed: () => "Failed to duplicate product",
  });
  const { mutate: remove, isPending: removing } = useChange({
    change: (input: Input<typeof deleteProduct>) => callApi(deleteProduct, input),
    refresh,
    done: ({ archived }) => `Product ${archived ? "archived" : "deleted"} successfully`,
    failed: () => "Failed to delete product",
  });

  const setStates = useChange({
    change: ({ products }: StateChange) => inHundreds(products),
    refresh,
    done: ({ changed, refused }, { products, isUndo }) => {
      const text = statesText({ changed, refused, state: products[0]?.state, isUndo });
      if (changed.length === 0) return { text, isRefusal: refused.length > 0 };
      return isUndo
        ? text
        : { text, undo: (): void => setStates.mutate({ products: changed, isUndo: true }) };
    },
    failed: () => "Failed to update products",
  });
  const { mutate: changeStates } = setStates;

  // `mutate` stays the same function, so the list's columns are built once.
  const changes = useMemo(
    () => ({
      setActive: ({ id }: MyProduct, active: boolean) => setActive({ params: { id }, body: { active } }),
      duplicate: ({ id }: MyProduct) => duplicate({ params: { id } }),
      setStates: (ids: readonly string[], state: ProductState, onSuccess?: () => void) =>
        changeStates({ products: ids.map((id) => ({ id, state })) }, onSuccess && { onSuccess }),
      remove: ({ id }: MyProduct, onSettled: () => void) => remove({ params: { id } }, { onSettled }),
    }),
    [setActive, duplicate, changeStates, remove],
  );
  return {
    ...changes,
    removing,
    changingTo: setStates.isPending ? setStates.variables.products[0]?.state : undefined,
  };
}

type States = { id: string; state: ProductState }[];
type StateChange = { products: States; isUndo?: true };

/** The server takes a hundred at a time. What was changed before the network died is told, and can be taken back. */
async function inHundreds(products: States): Promise<Output<typeof setProductStates>> {
  const all: Output<typeof setProductStates> = { changed: [], refused: [] };
  for (let from = 0; from < products.length; from += 100) {
    try {
      const { changed, refused } = await callApi(setProductStates, {
        body: { products: products.slice(from, from + 100) },
      });
      all.changed.push(...changed);
      all.refused.push(...refused);
    } catch (error) {
      if (from === 0) throw error;
      const message = errorMessage(error, "the others could not be changed");
      all.refused.push(...products.slice(from).map(({ id }) => ({ id, message })));
      break;
    }
  }
  return all;
}

type StatesSaid = Output<typeof setProductStates> & {
  state: ProductState | undefined;
  isUndo: true | undefined;
};

function statesText({ changed, refused, state = "DRAFT", isUndo }: StatesSaid): string {
  const isOne = changed.length === 1;
  const what = isOne ? "Product" : `${changed.length} products`;
  const isBack = changed.some((before) => before.state === "ARCHIVED");
  const done = {
    PUBLISHED: `${what} activated successfully`,
    DRAFT: isBack ? `${what} brought back as a draft` : `${what} deactivated successfully`,
    ARCHIVED: `${what} archived successfully. You find ${isOne ? "it" : "them"} below the list`,
  };
  const said = changed.length === 0 ? "Nothing was changed" : isUndo ? "Taken back" : done[state];
  const [first] = refused;
  return first
    ? `${said}. ${refused.length === 1 ? "One was" : `${refused.length} were`} left as before: ${first.message}`
    : said;
}
