import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { OfferDiscountType } from "#contract/offers/offer-terms.ts";
import { OfferedProduct } from "#contract/offers/offers.ts";
import { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { Cents, Email, Id, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Post-purchase"];

/** An add-on offered right after a purchase. */
export const UpsellOffer = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  upsellProduct: OfferedProduct,
  discountType: OfferDiscountType,
  /** Cents when FIXED, basis points when PERCENTAGE. */
  discountValue: z.int(),
  /** When it ends; null where it has no end. */
  endsAt: Timestamp.nullable(),
  /** What the add-on costs with this offer. */
  offerPriceCents: Cents,
  /** What it costs to send it with the rest of the order, beside that. */
  shippingCents: Cents,
  refundPolicy: RefundPolicy,
  /** Whose store it is: the accent as `#rrggbb`, and the path of their picture, of 96 pixels; null where there is none. */
  seller: z.object({
    handle: z.string(),
    name: z.string(),
    accent: z.string().nullable(),
    portrait: z.string().nullable(),
    /** Their plan takes our name off whatever is theirs; where there are no plans it stands nowhere. */
    isWhiteLabel: z.boolean(),
  }),
});
export type UpsellOffer = z.infer<typeof UpsellOffer>;

/**
 * The add-ons of an order that was paid less than 15 minutes ago, for the browser that paid it; anyone else gets [].
 * Left out: what the buyer owns or has decided on, what is not on sale or sold out; at most the product's `maxUpsells`.
 */
export const listUpsellOffers = endpoint({
  method: "GET",
  url: "/api/public/upsells/:mainProductId",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The add-ons offered after a purchase, for the browser that paid",
    params: z.object({ mainProductId: Id }),
    /** The payment's id, or `free_<order id>`. */
    querystring: z.object({ paymentIntentId: z.string().max(200) }),
    response: { 200: z.array(UpsellOffer) },
  },
});

export const processUpsell = endpoint({
  method: "POST",
  url: "/api/public/process-upsell",
  config: { access: "buyer", limit: { points: 30, seconds: 60 } },
  schema: {
    tags,
    summary: "Accept or decline an add-on; accepting charges the saved card where the bank allows it",
    body: z.object({
      upsellId: Id,
      paymentIntentId: z.string().max(200),
      customerEmail: Email,
      action: z.enum(["ACCEPT", "DECLINE"]),
    }),
    response: {
      200: z.object({
        /**
         * PAYMENT_REQUIRED: confirm the add-on's own payment in the browser with `clientSecret`. PROCESSING also answers a
         * DECLINE that comes while an earlier ACCEPT is being charged: it is too late to take it back.
         */
        action: z.enum(["ACCEPTED", "DECLINED", "PAYMENT_REQUIRED", "PROCESSING"]),
        clientSecret: z.string().nullable(),
        /** The add-on's payment. */
        paymentIntentId: z.string().nullable(),
        amountCents: SumCents,
        /** Why the saved card was not charged, in words for the buyer. */
        message: z.string().nullable(),
        /** Its bank only wants to see the buyer: the saved card pays once they have been there. */
        needsAuthentication: z.boolean().optional(),
      }),
    },
  },
});
