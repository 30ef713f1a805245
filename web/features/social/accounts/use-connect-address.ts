import { useCallback } from "react";
import { useOpenedDialog } from "#web/layout/use-opened-dialog.ts";

/** How the dialog opens: with all its ways, or with the form for tokens unfolded. */
export type ConnectWay = (typeof ways)[number];

const ways = ["new", "manual"] as const;

/** The connect dialog stands in the address (`connect`), so that a link can open it and Back closes it. */
export function useConnectAddress() {
  const { opened, open, close } = useOpenedDialog("connect");
  return {
    way: ways.find((way) => way === opened),
    open: useCallback((way: ConnectWay = "new") => open(way), [open]),
    close,
  };
}
