import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { type OfferKind, offerKindOf } from "./offer-kinds.ts";

/**
 * What of the Offers tab is looked at, kept in the address: the sub-tab (`sub`), the product (`product`), and the offer whose
 * dialog is open (`offer`: an id, or "new"), so that a link can open it and Back closes it.
 */
export function useOfferAddress() {
  const search: { sub?: unknown; product?: unknown; offer?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (
      change: { sub?: OfferKind; product?: string | undefined; offer?: string | undefined },
      how: { replace?: boolean; ignoreBlocker?: boolean } = {},
    ) =>
      void navigate({
        to: ".",
        search: (previous: Record<string, unknown>) => ({ ...previous, ...change }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
  return {
    kind: offerKindOf(search.sub),
    productId: textOf(search.product),
    opened: textOf(search.offer),
    showKind: useCallback((sub: OfferKind) => go({ sub, offer: undefined }), [go]),
    showProduct: useCallback(
      (product: string) => go({ product: product || undefined }, { replace: true }),
      [go],
    ),
    open: useCallback((offer: string) => go({ offer }), [go]),
    close: useCallback(
      ({ saved }: { saved: boolean }) => go({ offer: undefined }, { replace: true, ignoreBlocker: saved }),
      [go],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
