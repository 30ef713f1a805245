import { useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useOpenedDialog } from "#web/layout/use-opened-dialog.ts";
import { useSearchChange } from "#web/layout/use-search-change.ts";
import { type OfferKind, offerKindOf } from "./offer-kinds.ts";

/**
 * What of the Offers tab is looked at, kept in the address: the sub-tab (`sub`), the product (`product`), and the offer whose
 * dialog is open (`offer`: an id, or "new"), so that a link can open it and Back closes it.
 */
export function useOfferAddress() {
  const search: { sub?: unknown; product?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  const { opened, open, close } = useOpenedDialog("offer");
  return {
    kind: offerKindOf(search.sub),
    productId: textOf(search.product),
    showKind: useCallback((sub: OfferKind) => change({ sub, offer: undefined }), [change]),
    showProduct: useCallback(
      (product: string) => change({ product: product || undefined }, { replace: true }),
      [change],
    ),
    opened,
    open,
    close,
  };
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
