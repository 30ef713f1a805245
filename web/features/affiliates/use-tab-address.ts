import { useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useSearchChange } from "#web/layout/use-search-change.ts";

/**
 * What of the tab stands in the address besides the list's own state: `link` (an id, or "new") and `affiliate` (an id)
 * are the dialog that is open, `commissions` is the page of the whole list of commissions.
 */
export function useTabAddress() {
  const search: { link?: unknown; affiliate?: unknown; commissions?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  const page = Math.trunc(Number(search.commissions));
  return {
    link: textOf(search.link),
    affiliate: textOf(search.affiliate),
    openLink: useCallback((link: string) => change({ link }), [change]),
    openAffiliate: useCallback((affiliate: string) => change({ affiliate }), [change]),
    close: useCallback(() => change({ link: undefined, affiliate: undefined }, { replace: true }), [change]),
    /** Undefined while only the latest commissions are shown. */
    commissionsPage: page >= 1 ? page : undefined,
    showCommissions: useCallback(
      (page: number | undefined) =>
        change({ commissions: page === undefined ? undefined : String(page) }, { replace: true }),
      [change],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" && value ? value : undefined);
