import type { Offer, OfferInput } from "./offer-calls.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";

/** The form as it is typed: money in dollars, a share in per cent, "" where no product is chosen yet. */
export type OfferFormValues = {
  carrierId: string;
  productId: string;
  title: string;
  description: string;
  discountType: Offer["discountType"];
  discountValue: string;
  place: string;
  active: boolean;
};

/** A new offer of a product: behind the ones it has. */
export function newOfferValues(
  kind: OfferKind,
  carrierId: string,
  others: readonly Offer[],
): OfferFormValues {
  const last = others.at(-1)?.place;
  return {
    carrierId,
    productId: "",
    title: "",
    description: "",
    discountType: "FIXED",
    discountValue: "",
    place: String(last === undefined ? offerTexts[kind].firstPlace : last + 1),
    active: true,
  };
}

/** An offer as the form shows it. */
export const valuesOfOffer = (offer: Offer): OfferFormValues => ({
  carrierId: offer.carrierId,
  productId: offer.product.id,
  title: offer.title,
  description: offer.description,
  discountType: offer.discountType,
  discountValue: offer.discountValue === 0 ? "" : String(offer.discountValue / 100),
  place: String(offer.place),
  active: offer.active,
});

/** What the server is told of values that have been checked. */
export const inputOfValues = (values: OfferFormValues): OfferInput => ({
  ...values,
  title: values.title.trim(),
  description: values.description.trim(),
  discountValue: hundredthsOf(values.discountValue) ?? 0,
  place: Number(values.place),
});

/** "1,299.50", "$5" or "12.5%" in hundredths: cents, or basis points. Blank is 0; undefined where it is no such number. */
export function hundredthsOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, "")
    .replace(/\s*%$/, "")
    .replaceAll(",", "");
  if (plain === "") return 0;
  return /^(\d+\.?\d{0,2}|\.\d{1,2})$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}
