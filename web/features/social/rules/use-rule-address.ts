import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The rule whose dialog is open (an id, or "new") stands in the address, so that a link can open it and Back closes it. */
export function useRuleAddress() {
  const { rule }: { rule?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (rule: string | undefined, how: { replace?: boolean; ignoreBlocker?: boolean } = {}) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, rule }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
  return {
    opened: typeof rule === "string" && rule ? rule : undefined,
    open: useCallback((rule: string) => go(rule), [go]),
    close: useCallback(
      ({ saved }: { saved: boolean }) => go(undefined, { replace: true, ignoreBlocker: saved }),
      [go],
    ),
  };
}
