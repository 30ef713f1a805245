import { z } from "zod";
import { ProductType } from "#contract/catalog/catalog.ts";
import { publicEventFields } from "#contract/catalog/event-fields.ts";
import { endpoint } from "#contract/endpoint.ts";
import { OfferDiscountType } from "./offer-terms.ts";
import { Cents, Id, Picture, Timestamp } from "#contract/values.ts";

const tags = ["Offers"];

/** The product that an offer adds, as its buyer sees it. */
export const OfferedProduct = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  type: ProductType,
  priceCents: Cents,
  currency: z.string(),
  cover: Picture.nullable(),
  /** How often and how long its file can be downloaded, in a sentence; null where nothing limits that. */
  downloadLimit: z.string().nullable(),
  /** When and where an event takes place; null for any other product. */
  event: z.object(publicEventFields).nullable(),
});

/** An extra that a buyer can tick at checkout. */
export const PublicOrderBump = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  discountType: OfferDiscountType,
  /** Cents when FIXED, basis points when PERCENTAGE. */
  discountValue: z.int(),
  bumpProduct: OfferedProduct,
  /** When it ends; null where it has no end. */
  endsAt: Timestamp.nullable(),
  /** What the extra costs with this offer. */
  offerPriceCents: Cents,
});
export type PublicOrderBump = z.infer<typeof PublicOrderBump>;

export const listPublicOrderBumps = endpoint({
  method: "GET",
  url: "/api/public/order-bumps/:productId",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The extras offered with a product at checkout; none that this proven buyer owns",
    params: z.object({ productId: Id }),
    response: { 200: z.array(PublicOrderBump) },
  },
});
