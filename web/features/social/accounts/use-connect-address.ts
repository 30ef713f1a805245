import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** How the dialog opens: with all its ways, or with the form for tokens unfolded. */
export type ConnectWay = (typeof ways)[number];

const ways = ["new", "manual"] as const;

/** The connect dialog stands in the address (`connect`), so that a link can open it and Back closes it. */
export function useConnectAddress() {
  const { connect }: { connect?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (connect: ConnectWay | undefined, how: { replace?: boolean; ignoreBlocker?: boolean } = {}) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, connect }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
  return {
    way: ways.find((way) => way === connect),
    open: useCallback((way: ConnectWay = "new") => go(way), [go]),
    close: useCallback(
      ({ saved }: { saved: boolean }) => go(undefined, { replace: true, ignoreBlocker: saved }),
      [go],
    ),
  };
}
