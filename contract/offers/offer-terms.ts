import { z } from "zod";
import { ProductType } from "#contract/catalog/catalog.ts";
import { Cents, Id, multiLine, oneLine, Picture, Revision, Timestamp } from "#contract/values.ts";

export const OfferDiscountType = z.enum(["FIXED", "PERCENTAGE"]);

/** A product as the lists of its creator's offers show it. */
export const ProductOfOffer = z.object({
  id: Id,
  title: z.string(),
  type: ProductType,
  priceCents: Cents,
  currency: z.string(),
  cover: Picture.nullable(),
});

/** Why buyers are not offered it at the moment, though it is switched on. */
export const OfferObstacle = z.enum([
  "ENDED",
  "DELETED",
  "OFF_SALE",
  "RECURRING",
  "OWN_PRICE",
  "BUNDLE",
  "SOLD_OUT",
  "TOO_CHEAP",
  "NO_ADDRESS",
]);
export type OfferObstacle = z.infer<typeof OfferObstacle>;

export const offerTerms = {
  title: z.string(),
  description: z.string(),
  discountType: OfferDiscountType,
  /** Cents when FIXED, basis points when PERCENTAGE. */
  discountValue: z.int(),
  active: z.boolean(),
  /** Null: it has no end. */
  endsAt: Timestamp.nullable(),
  /** What the product costs with this offer. */
  offerPriceCents: Cents,
  obstacle: OfferObstacle.nullable(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** What a creator may say of an offer. */
export const givenTerms = {
  title: oneLine(200, "Title is required"),
  description: multiLine(1_000).default(""),
  discountType: OfferDiscountType.default("FIXED"),
  discountValue: z
    .int()
    .min(0, "The discount cannot be below 0")
    .max(99_999_999, "At most $999,999.99")
    .default(0),
  active: z.boolean().default(true),
  /** From then on it is neither offered nor taken. */
  endsAt: Timestamp.nullable().default(null),
};
export const place = z.int().max(1_000_000, "At most 1,000,000");

export const offerId = z.object({ id: Id });
export const orderedIds = z.array(Id).min(1).max(1_000);
export const removed = z.object({ success: z.literal(true) });
