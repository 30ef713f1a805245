import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

type How = {
  /** No entry of its own in the browser's history. */
  replace?: boolean;
  /** Does not ask whether what was typed may be lost. */
  ignoreBlocker?: boolean;
};

/** Changes parts of the address's query and leaves the rest, on the same page and at the same place. Undefined takes a part away. */
export function useSearchChange() {
  const navigate = useNavigate();
  return useCallback(
    (change: Record<string, string | undefined>, how: How = {}) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
}
