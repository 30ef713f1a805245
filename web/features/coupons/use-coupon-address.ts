import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

/** Which coupons the list shows: "" is every status and every product. */
export type CouponFilters = { status: string; product: string };

/**
 * What of the tab stands in the address besides the list's own state: the filters, and as `?coupon=` (an id, or "new")
 * the dialog that is open, so that a link can open it and Back closes it.
 */
export function useCouponAddress() {
  const search: { status?: unknown; product?: unknown; coupon?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (change: Record<string, string | undefined>, how: { replace?: boolean; ignoreBlocker?: boolean } = {}) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
  const status = textOf(search.status);
  const product = textOf(search.product);
  return {
    filters: useMemo(() => ({ status, product }), [status, product]),
    setFilters: useCallback(
      (change: Partial<CouponFilters>) =>
        go(
          {
            ...(change.status !== undefined && { status: change.status || undefined }),
            ...(change.product !== undefined && { product: change.product || undefined }),
            page: undefined,
          },
          { replace: true },
        ),
      [go],
    ),
    opened: textOf(search.coupon) || undefined,
    open: useCallback((coupon: string) => go({ coupon }), [go]),
    close: useCallback(
      ({ saved }: { saved: boolean }) => go({ coupon: undefined }, { replace: true, ignoreBlocker: saved }),
      [go],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
