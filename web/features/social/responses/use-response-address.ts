import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

/** Which responses the list shows: "" is every account and every status. */
export type ResponseFilters = { account: string; status: string };

/**
 * What of the tab stands in the address besides the list's own state: the filters, and as `?response=` (an id, or "new")
 * the dialog that is open, so that a link can open it and Back closes it.
 */
export function useResponseAddress() {
  const search: { account?: unknown; status?: unknown; response?: unknown } = useSearch({ strict: false });
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
  const account = textOf(search.account);
  const status = textOf(search.status);
  return {
    filters: useMemo(() => ({ account, status }), [account, status]),
    setFilters: useCallback(
      (change: Partial<ResponseFilters>) =>
        go(
          {
            ...(change.account !== undefined && { account: change.account || undefined }),
            ...(change.status !== undefined && { status: change.status || undefined }),
            page: undefined,
          },
          { replace: true },
        ),
      [go],
    ),
    opened: textOf(search.response) || undefined,
    open: useCallback((response: string) => go({ response }), [go]),
    close: useCallback(
      ({ saved }: { saved: boolean }) => go({ response: undefined }, { replace: true, ignoreBlocker: saved }),
      [go],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
