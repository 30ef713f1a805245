import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { ListState } from "#web/ui/list-state.ts";

/**
 * A list's state kept in the address (`filter`, `sort`, `page`), so that a reload or a shared link shows the same list.
 * A change names what changes. It replaces the history entry: Back leaves the list, it does not undo typing.
 */
export function useListSearch(): [ListState, (change: Partial<ListState>) => void] {
  const search: { filter?: unknown; sort?: unknown; page?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = textOf(search.filter);
  const sort = textOf(search.sort);
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1);
  const state = useMemo(() => ({ filter, sort, page }), [filter, sort, page]);
  const change = useCallback(
    ({ filter, sort, page }: Partial<ListState>) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({
          ...before,
          ...(filter !== undefined && { filter: filter || undefined }),
          ...(sort !== undefined && { sort: sort || undefined }),
          ...(page !== undefined && { page: page > 1 ? String(page) : undefined }),
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [state, change];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
