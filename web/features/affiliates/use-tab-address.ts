import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * What of the tab stands in the address besides the list's own state: `link` (an id, or "new") and `affiliate` (an id)
 * are the dialog that is open, `commissions` is the page of the whole list of commissions.
 */
export function useTabAddress() {
  const search: { link?: unknown; affiliate?: unknown; commissions?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (change: Record<string, string | undefined>, replace: boolean) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        resetScroll: false,
        replace,
      }),
    [navigate],
  );
  const page = Math.trunc(Number(search.commissions));
  return {
    link: textOf(search.link),
    affiliate: textOf(search.affiliate),
    openLink: useCallback((link: string) => go({ link }, false), [go]),
    openAffiliate: useCallback((affiliate: string) => go({ affiliate }, false), [go]),
    close: useCallback(() => go({ link: undefined, affiliate: undefined }, true), [go]),
    /** Undefined while only the latest commissions are shown. */
    commissionsPage: page >= 1 ? page : undefined,
    showCommissions: useCallback(
      (page: number | undefined) => go({ commissions: page === undefined ? undefined : String(page) }, true),
      [go],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" && value ? value : undefined);
