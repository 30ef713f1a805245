import { useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useSearchChange } from "./use-search-change.ts";

/**
 * A dialog that is open while the address has `?name=` (an id, or "new"), so that a link can open it and Back closes it.
 * `saved`: nothing can be lost by closing it, and nobody is asked.
 */
export function useOpenedDialog(name: string) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const change = useSearchChange();
  const opened = search[name];
  return {
    opened: typeof opened === "string" && opened !== "" ? opened : undefined,
    open: useCallback((id: string) => change({ [name]: id }), [change, name]),
    close: useCallback(
      ({ saved }: { saved: boolean }) =>
        change({ [name]: undefined }, { replace: true, ignoreBlocker: saved }),
      [change, name],
    ),
  };
}
