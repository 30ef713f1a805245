import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * Which product dialog is open, kept in the address as `?product=` (an id, or "new"), so that a link can open it and
 * Back closes it.
 */
export function useProductAddress() {
  const search: { product?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (product: string | undefined, how: { replace?: boolean; ignoreBlocker?: boolean } = {}) =>
      void navigate({
        to: ".",
        search: (previous: Record<string, unknown>) => ({ ...previous, product }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
  return {
    opened: typeof search.product === "string" && search.product !== "" ? search.product : undefined,
    open: go,
    close: useCallback(
      ({ saved }: { saved: boolean }) => go(undefined, { replace: true, ignoreBlocker: saved }),
      [go],
    ),
  };
}
