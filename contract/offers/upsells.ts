import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import {
  givenTerms,
  offerId,
  offerTerms,
  orderedIds,
  place,
  ProductOfOffer,
  removed,
} from "./offer-terms.ts";
import { partialInput } from "#contract/partial-input.ts";
import { Id, Revision, SignedCents } from "#contract/values.ts";

const tags = ["Offers"];

/** An upsell as its creator sees it, with what it has brought. */
export const Upsell = z.object({
  id: Id,
  triggerProductId: Id,
  upsellProductId: Id,
  sequence: z.int(),
  ...offerTerms,
  upsellProduct: ProductOfOffer,
  /** Orders that saw it. */
  shown: z.int(),
  accepted: z.int(),
  /** `accepted / shown`, from 0 to 1 with four decimals; 0 where nobody has seen it. */
  acceptanceRate: z.number(),
  revenueCents: SignedCents,
});
export type Upsell = z.infer<typeof Upsell>;

export const UpsellInput = z.object({
  triggerProductId: Id,
  upsellProductId: Id,
  ...givenTerms,
  sequence: place.min(1, "The sequence starts at 1").default(1),
});
export type UpsellInput = z.input<typeof UpsellInput>;

export const listUpsells = endpoint({
  method: "GET",
  url: "/api/upsells",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's upsells in their sequence; of one trigger product, or of all",
    querystring: z.object({ triggerProductId: Id.optional() }),
    response: { 200: z.array(Upsell) },
  },
});

export const createUpsell = endpoint({
  method: "POST",
  url: "/api/upsells",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.pricing,
  },
  schema: {
    tags,
    summary:
      "Offer a product to those who have just bought another; 409 where it has this place in the sequence already",
    body: UpsellInput,
    response: { 201: Upsell },
  },
});

export const updateUpsell = endpoint({
  method: "PUT",
  url: "/api/upsells/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.pricing },
  schema: {
    tags,
    summary: "Change an upsell; fields left out keep their value",
    params: offerId,
    body: partialInput(UpsellInput).extend({ revision: Revision.optional() }),
    response: { 200: Upsell },
  },
});

export const deleteUpsell = endpoint({
  method: "DELETE",
  url: "/api/upsells/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.endsOffer },
  schema: {
    tags,
    summary: "Delete an upsell; 409 while a buyer's payment for it is open",
    params: offerId,
    response: { 200: removed },
  },
});

export const reorderUpsells = endpoint({
  method: "PUT",
  url: "/api/upsells/order",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Put all upsells of a trigger product in this order: a sequence from 1",
    body: z.object({ triggerProductId: Id, ids: orderedIds }),
    response: { 200: z.array(Upsell) },
  },
});

export const exportUpsells = endpoint({
  method: "GET",
  url: "/api/upsells/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "All upsells with their figures, as CSV" },
});
