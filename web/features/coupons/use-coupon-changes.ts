import { useMemo } from "react";
import { deleteCoupon, getCouponSummary, listCoupons, updateCoupon } from "#contract/coupons/coupons.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { apiQuery, callApi, type Input } from "#web/api.ts";
import { useChange, useOptimisticChange, useRefresh, withRow } from "#web/layout/use-change.ts";
import type { MyCoupon } from "./coupon-form-values.ts";

const shownIn = [listCoupons, getCouponSummary, getDashboardStats];

/** Reads again whatever shows a coupon or counts them. */
export const useCouponRefresh = () => useRefresh(shownIn);

/** What can be done to a coupon in the list; each says how it went. */
export function useCouponChanges() {
  const refresh = useCouponRefresh();
  const { mutate: setActive } = useOptimisticChange({
    change: (input: Input<typeof updateCoupon>) => callApi(updateCoupon, input),
    queryKey: apiQuery(listCoupons).queryKey,
    show: (coupons: MyCoupon[], { params, body }) =>
      withRow(coupons, params.id, { active: body.active === true }),
    refresh,
    done: () => "Coupon status updated successfully",
    failed: () => "Failed to update coupon status",
  });
  const { mutate: remove, isPending: removing } = useChange({
    change: (input: Input<typeof deleteCoupon>) => callApi(deleteCoupon, input),
    refresh,
    done: () => "Coupon deleted successfully",
    failed: () => "Failed to delete coupon",
  });

  // `mutate` stays the same function, so the list's columns are built once.
  const changes = useMemo(
    () => ({
      setActive: ({ id }: MyCoupon, active: boolean) => setActive({ params: { id }, body: { active } }),
      remove: ({ id }: MyCoupon, onSettled: () => void) => remove({ params: { id } }, { onSettled }),
    }),
    [setActive, remove],
  );
  return { ...changes, removing };
}
