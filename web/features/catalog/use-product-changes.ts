import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  checkSlug,
  createProduct,
  deleteProduct,
  duplicateProduct,
  getProduct,
  listCreatorProducts,
  listMyProducts,
  updateProduct,
} from "#contract/catalog.ts";
import { getDashboardStats } from "#contract/orders.ts";
import { apiKey, apiMutation, apiQuery, callApi, type Input } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import type { MyProduct } from "./product-form-values.ts";

/** Reads again whatever shows a product or counts them. */
export function useProductRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listMyProducts, getDashboardStats, getProduct, listCreatorProducts, checkSlug].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
      ),
    );
}

/** Writes the product form: a new product, or changes of one. Failures are the form's to show. */
export function useProductSaving() {
  const refresh = useProductRefresh();
  const create = useMutation({ ...apiMutation(createProduct), onSuccess: refresh });
  const update = useMutation({ ...apiMutation(updateProduct), onSuccess: refresh });
  return { create, update };
}

/** What can be done to a product in the list; each says how it went. */
export function useProductChanges() {
  const queryClient = useQueryClient();
  const refresh = useProductRefresh();
  const { queryKey } = apiQuery(listMyProducts);

  const setActive = useMutation({
    mutationFn: (input: Input<typeof updateProduct>) => callApi(updateProduct, input),
    // Shown at once, and taken back if the server refuses.
    onMutate: async ({ params, body }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const active = body.active === true;
      queryClient.setQueryData(queryKey, (products) =>
        products?.map((product) => (product.id === params.id ? { ...product, active } : product)),
      );
      return { before };
    },
    onSuccess: ({ active }) =>
      toast({
        title: "Success",
        description: active ? "Product activated successfully" : "Product deactivated successfully",
      }),
    onError: (error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      reportFailure(error, "Failed to update product");
    },
    onSettled: refresh,
  });

  const duplicate = useMutation({
    ...apiMutation(duplicateProduct),
    onSuccess: async ({ title }) => {
      await refresh();
      toast({ title: "Success", description: `Product duplicated successfully: “${title}”, inactive` });
    },
    onError: (error) => reportFailure(error, "Failed to duplicate product"),
  });

  const remove = useMutation({
    ...apiMutation(deleteProduct),
    onSuccess: async ({ archived }) => {
      await refresh();
      toast({
        title: "Success",
        description: archived ? "Product archived successfully" : "Product deleted successfully",
      });
    },
    onError: (error) => reportFailure(error, "Failed to delete product"),
  });

  // `mutate` stays the same function, so the list's columns are built once.
  const [setActiveMutate, duplicateMutate, removeMutate] = [
    setActive.mutate,
    duplicate.mutate,
    remove.mutate,
  ];
  const changes = useMemo(
    () => ({
      setActive: ({ id }: MyProduct, active: boolean) =>
        setActiveMutate({ params: { id }, body: { active } }),
      duplicate: ({ id }: MyProduct) => duplicateMutate({ params: { id } }),
      remove: ({ id }: MyProduct, onSettled: () => void) => removeMutate({ params: { id } }, { onSettled }),
    }),
    [setActiveMutate, duplicateMutate, removeMutate],
  );
  return { ...changes, removing: remove.isPending };
}
