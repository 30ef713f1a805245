import { fieldTextOf, typedMoment } from "#contract/dates.ts";
import { type NumberKind, valueOf } from "#web/ui/typed-number.ts";
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
  /** In the creator's zone ("2026-11-21T12:00"); blank: no end. */
  endsAt: string;
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
    endsAt: "",
  };
}

/** An offer as the form shows it. */
export const valuesOfOffer = (offer: Offer, zone: string): OfferFormValues => ({
  carrierId: offer.carrierId,
  productId: offer.product.id,
  title: offer.title,
  description: offer.description,
  discountType: offer.discountType,
  discountValue: offer.discountValue === 0 ? "" : String(offer.discountValue / 100),
  place: String(offer.place),
  active: offer.active,
  endsAt: offer.endsAt === null ? "" : fieldTextOf(new Date(offer.endsAt), zone),
});

/** What the server is told of values that have been checked. A moment that was not touched keeps its seconds. */
export const inputOfValues = (values: OfferFormValues, zone: string, previous?: Offer): OfferInput => ({
  ...values,
  title: values.title.trim(),
  description: values.description.trim(),
  discountValue: discountOf(values),
  place: valueOf(values.place, "whole") ?? 0,
  endsAt: typedMoment(values.endsAt, zone, previous?.endsAt),
});

/** What the discount is typed in. */
export const discountKind = (type: Offer["discountType"]): NumberKind =>
  type === "PERCENTAGE" ? "percent" : "money";

/** The discount in cents or basis points; 0 while it is blank or cannot be understood. */
export const discountOf = ({
  discountType,
  discountValue,
}: Pick<OfferFormValues, "discountType" | "discountValue">): number =>
  valueOf(discountValue, discountKind(discountType)) ?? 0;
