import { Info } from "lucide-react";
import type { Offer } from "./offer-calls.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import type { ProductChoice } from "./product-choice.ts";

type Props = { kind: OfferKind; product: ProductChoice; offers: readonly Offer[] };

/** What of the product itself keeps offers from buyers, and the way to change it. */
export function OfferNotice({ kind, product, offers }: Props) {
  const text = noticeOf(kind, product, offers);
  if (!text) return null;
  return (
    <p className="mx-5 mt-4 flex gap-2 rounded-xl bg-info-soft px-4 py-3 text-sm text-info-soft-foreground sm:mx-6">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {text}{" "}
        <a
          href={`/admin?tab=products&product=${product.id}`}
          className="font-medium underline underline-offset-2"
        >
          Edit product
        </a>
      </span>
    </p>
  );
}

function noticeOf(kind: OfferKind, product: ProductChoice, offers: readonly Offer[]): string | undefined {
  const plural = offerTexts[kind].plural;
  const [allowed, most] =
    kind === "upsells"
      ? [product.allowUpsells, product.maxUpsells]
      : [product.allowOrderBumps, product.maxOrderBumps];
  if (!product.active) return "This product is not on sale, so nobody sees its offers.";
  if (!allowed || most === 0) return `${plural} are switched off for this product, so nobody sees them.`;
  const ready = offers.filter(({ active, obstacle }) => active && obstacle === null).length;
  if (ready <= most) return undefined;
  return `${ready} are active, and this product shows ${most}: each buyer sees the first ${most} that they do not own.`;
}
