import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useOpenedDialog } from "#web/layout/use-opened-dialog.ts";
import { useSearchChange } from "#web/layout/use-search-change.ts";

/** Which responses the list shows: "" is every account and every status. */
export type ResponseFilters = { account: string; status: string };

/**
 * What of the tab stands in the address besides the list's own state: the filters, and as `?response=` (an id, or "new")
 * the dialog that is open, so that a link can open it and Back closes it.
 */
export function useResponseAddress() {
  const search: { account?: unknown; status?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  const dialog = useOpenedDialog("response");
  const account = textOf(search.account);
  const status = textOf(search.status);
  return {
    filters: useMemo(() => ({ account, status }), [account, status]),
    setFilters: useCallback(
      (filters: Partial<ResponseFilters>) =>
        change(
          {
            ...(filters.account !== undefined && { account: filters.account || undefined }),
            ...(filters.status !== undefined && { status: filters.status || undefined }),
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
