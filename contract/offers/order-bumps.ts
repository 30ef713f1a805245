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

/** A bump as its creator sees it, with what it has brought. */
export const OrderBump = z.object({
  id: Id,
  mainProductId: Id,
  bumpProductId: Id,
  position: z.int(),
  ...offerTerms,
  bumpProduct: ProductOfOffer,
  /** Checkouts that were shown it. */
  shown: z.int(),
  /** Paid orders that took it. */
  accepted: z.int(),
  /** What it was paid, in cents, less what was refunded of it. */
  revenueCents: SignedCents,
});
export type OrderBump = z.infer<typeof OrderBump>;

export const OrderBumpInput = z.object({
  mainProductId: Id,
  bumpProductId: Id,
  ...givenTerms,
  position: place.min(0, "The position cannot be below 0").default(0),
});
export type OrderBumpInput = z.input<typeof OrderBumpInput>;

export const listOrderBumps = endpoint({
  method: "GET",
  url: "/api/order-bumps",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's order bumps in their order; of one main product, or of all",
    querystring: z.object({ mainProductId: Id.optional() }),
    response: { 200: z.array(OrderBump) },
  },
});

export const createOrderBump = endpoint({
  method: "POST",
  url: "/api/order-bumps",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.pricing,
  },
  schema: {
    tags,
    summary: "Offer a product at another's checkout; 409 where it is offered there already",
    body: OrderBumpInput,
    response: { 201: OrderBump },
  },
});

export const updateOrderBump = endpoint({
  method: "PUT",
  url: "/api/order-bumps/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.pricing },
  schema: {
    tags,
    summary: "Change an order bump; fields left out keep their value",
    params: offerId,
    body: partialInput(OrderBumpInput).extend({ revision: Revision.optional() }),
    response: { 200: OrderBump },
  },
});

export const deleteOrderBump = endpoint({
  method: "DELETE",
  url: "/api/order-bumps/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.endsOffer },
  schema: {
    tags,
    summary: "Delete an order bump; orders keep what was bought with it",
    params: offerId,
    response: { 200: removed },
  },
});

export const reorderOrderBumps = endpoint({
  method: "PUT",
  url: "/api/order-bumps/order",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Put all order bumps of a product in this order: positions from 0",
    body: z.object({ mainProductId: Id, ids: orderedIds }),
    response: { 200: z.array(OrderBump) },
  },
});

export const exportOrderBumps = endpoint({
  method: "GET",
  url: "/api/order-bumps/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "All order bumps with their figures, as CSV" },
});
