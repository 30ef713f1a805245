import { Suspense } from "react";
import { useOpenedItem } from "#web/layout/use-opened-item.ts";
import { late } from "#web/ui/late.tsx";
import type { Offer } from "./offer-calls.ts";
import type { OfferKind } from "./offer-kinds.ts";
import type { ProductChoice } from "./product-choice.ts";

const OfferDialog = late(async () => (await import("./offer-dialog.tsx")).OfferDialog);

type OpenedOfferProps = {
  /** An offer's id, or "new". */
  opened: string | undefined;
  kind: OfferKind;
  carrierId: string;
  offers: readonly Offer[];
  products: readonly ProductChoice[];
  onClose: (how: { saved: boolean }) => void;
};

export function OpenedOffer({ opened, offers, ...dialog }: OpenedOfferProps) {
  const { opening, open, item } = useOpenedItem(opened, offers);
  if (opening === 0) return null;
  return (
    <Suspense>
      <OfferDialog key={opening} open={open} offer={item} others={offers} {...dialog} />
    </Suspense>
  );
}
