import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  createCoupon,
  deleteCoupon,
  getCouponSummary,
  listCoupons,
  updateCoupon,
} from "#contract/coupons.ts";
import { getDashboardStats } from "#contract/orders.ts";
import { apiKey, apiMutation, apiQuery, callApi, type Input } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import type { MyCoupon } from "./coupon-form-values.ts";

/** Reads again whatever shows a coupon or counts them. */
function useCouponRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listCoupons, getCouponSummary, getDashboardStats].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
      ),
    );
}

/** Writes the coupon form: a new coupon, or changes of one. Failures are the form's to show. */
export function useCouponSaving() {
  const refresh = useCouponRefresh();
  const create = useMutation({ ...apiMutation(createCoupon), onSuccess: refresh });
  const update = useMutation({ ...apiMutation(updateCoupon), onSuccess: refresh });
  return { create, update };
}

/** What can be done to a coupon in the list; each says how it went. */
export function useCouponChanges() {
  const queryClient = useQueryClient();
  const refresh = useCouponRefresh();
  const { queryKey } = apiQuery(listCoupons);

  const setActive = useMutation({
    mutationFn: (input: Input<typeof updateCoupon>) => callApi(updateCoupon, input),
    // Shown at once, and taken back if the server refuses.
    onMutate: async ({ params, body }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const active = body.active === true;
      queryClient.setQueryData(queryKey, (coupons) =>
        coupons?.map((coupon) => (coupon.id === params.id ? { ...coupon, active } : coupon)),
      );
      return { before };
    },
    onSuccess: () => toast({ title: "Success", description: "Coupon status updated successfully" }),
    onError: (error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      reportFailure(error, "Failed to update coupon status");
    },
    onSettled: refresh,
  });

  const remove = useMutation({
    ...apiMutation(deleteCoupon),
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: "Coupon deleted successfully" });
    },
    onError: (error) => reportFailure(error, "Failed to delete coupon"),
  });

  // `mutate` stays the same function, so the list's columns are built once.
  const [setActiveMutate, removeMutate] = [setActive.mutate, remove.mutate];
  const changes = useMemo(
    () => ({
      setActive: ({ id }: MyCoupon, active: boolean) => setActiveMutate({ params: { id }, body: { active } }),
      remove: ({ id }: MyCoupon, onSettled: () => void) => removeMutate({ params: { id } }, { onSettled }),
    }),
    [setActiveMutate, removeMutate],
  );
  return { ...changes, removing: remove.isPending };
}
