import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SumCents, Timestamp, PlaceCursor } from "#contract/values.ts";

const tags = ["Abandoned carts"];

/** How long ago a cart was left at most: today (in the creator's zone), 7 days, 30 days. */
export const CartPeriod = z.enum(["today", "week", "month"]);
export type CartPeriod = z.infer<typeof CartPeriod>;

export const CartStatus = z.enum(["ABANDONED", "EMAIL_SENT", "RECOVERED"]);
export type CartStatus = z.infer<typeof CartStatus>;

/** A checkout that was left with an address in it. */
export const AbandonedCart = z.object({
  id: Id,
  email: z.string(),
  /** Where the address has bought from this creator. */
  customerId: Id.nullable(),
  productId: Id,
  productTitle: z.string(),
  /** All that was in it, without shipping. */
  priceCents: SumCents,
  currency: z.string(),
  couponCode: z.string().nullable(),
  /** Begins with the same offers, coupon and affiliate; it is not the mails' link. */
  checkoutUrl: z.string(),
  recoveryEmailsSent: z.int(),
  lastEmailSent: Timestamp.nullable(),
  recovered: z.boolean(),
  recoveredOrderId: Id.nullable(),
  /** Its payment failed, or it was only left. */
  kind: z.enum(["LEFT", "FAILED"]),
  /** Recovered, else a mail was sent, else abandoned. */
  status: CartStatus,
  /** By a mail's link, within 7 days of a mail, or the creator says so. */
  recoveredBy: z.enum(["LINK", "NEAR", "HAND"]).nullable(),
  /** Its sequence was stopped: by the creator, or since nothing is to be sent any more; why, in words. */
  isStopped: z.boolean(),
  stopReason: z.string().nullable(),
  /** The direct message in the place of its first mail, or why there was none; null where the creator wants none. */
  message: z
    .object({ state: z.enum(["QUEUED", "SENT", "FAILED", "UNKNOWN", "NONE"]), reason: z.string().nullable() })
    .nullable(),
  /** When the next mail of its sequence is due. */
  nextEmailAt: Timestamp.nullable(),
  abandonedAt: Timestamp,
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type AbandonedCart = z.infer<typeof AbandonedCart>;

const cartFilter = {
  period: CartPeriod.optional(),
  status: CartStatus.optional(),
  /** A part of the address. */
  q: z.string().max(200).optional(),
};

export const listNewestCarts = endpoint({
  method: "GET",
  url: "/api/abandoned-carts",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The 100 newest carts that were left; `/api/abandoned-cart-pages` has all of them",
    querystring: z.object(cartFilter),
    response: { 200: z.array(AbandonedCart) },
  },
});

export const listAbandonedCarts = endpoint({
  method: "GET",
  url: "/api/abandoned-cart-pages",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The carts that were left, the newest first, page by page",
    querystring: z.object({
      ...cartFilter,
      /** The place after which the next page begins. */
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ carts: z.array(AbandonedCart), nextCursor: z.string().nullable() }) },
  },
});

export const recoverCart = endpoint({
  method: "PUT",
  url: "/api/abandoned-carts/:id/recover",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary: "Say by which order of the creator's a cart was bought after all; it gets no more mail",
    params: z.object({ id: Id }),
    body: z.object({ orderId: Id }),
    response: { 200: AbandonedCart },
  },
});

/** Where a mail's link leads: it is opened by a browser, and answers with the checkout. */
export const openCartLink = endpoint({
  method: "GET",
  url: "/api/cart-links/:token",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "Lead to a checkout as it was left: with its offers, coupon and affiliate",
    params: z.object({ token: z.string().max(200) }),
  },
});
