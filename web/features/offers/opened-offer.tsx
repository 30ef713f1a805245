import { lazy, Suspense, useState } from "react";
import type { Offer } from "./offer-calls.ts";
import type { OfferKind } from "./offer-kinds.ts";
import type { ProductChoice } from "./product-choice.ts";

const OfferDialog = lazy(async () => ({ default: (await import("./offer-dialog.tsx")).OfferDialog }));

type OpenedOfferProps = {
  /** An offer's id, or "new". */
  opened: string | undefined;
  kind: OfferKind;
  carrierId: string;
  offers: readonly Offer[];
  products: readonly ProductChoice[];
  onClose: (how: { saved: boolean }) => void;
};

/** Every opening is a new form; the last one stays for the moment in which its dialog closes. */
export function OpenedOffer({ opened, offers, ...dialog }: OpenedOfferProps) {
  const offer = offers.find(({ id }) => id === opened);
  const wanted = opened === "new" || offer ? opened : undefined;
  const [shown, setShown] = useState({ wanted: undefined as typeof wanted, offer, opening: 0 });
  if (wanted !== shown.wanted)
    setShown(wanted === undefined ? { ...shown, wanted } : { wanted, offer, opening: shown.opening + 1 });
  if (shown.opening === 0) return null;
  return (
    <Suspense>
      <OfferDialog
        key={shown.opening}
        open={shown.wanted !== undefined}
        offer={shown.offer}
        others={offers}
        {...dialog}
      />
    </Suspense>
  );
}
