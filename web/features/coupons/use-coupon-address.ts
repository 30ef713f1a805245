import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useOpenedDialog } from "#web/layout/use-opened-dialog.ts";
import { useSearchChange } from "#web/layout/use-search-change.ts";

/** Which coupons the list shows: "" is every status and every product. */
export type CouponFilters = { status: string; product: string };

/**
 * What of the tab stands in the address besides the list's own state: the filters, and as `?coupon=` (an id, or "new")
 * the dialog that is open, so that a link can open it and Back closes it.
 */
export function useCouponAddress() {
  const search: { status?: unknown; product?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  const dialog = useOpenedDialog("coupon");
  const status = textOf(search.status);
  const product = textOf(search.product);
  return {
    filters: useMemo(() => ({ status, product }), [status, product]),
    setFilters: useCallback(
      (filters: Partial<CouponFilters>) =>
        change(
          {
            ...(filters.status !== undefined && { status: filters.status || undefined }),
            ...(filters.product !== undefined && { product: filters.product || undefined }),
            page: undefined,
          },
          { replace: true },
        ),
      [change],
    ),
    ...dialog,
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
