import type { getProduct } from "#contract/catalog/catalog.ts";
import type { createPaymentIntent } from "#contract/checkout/checkout.ts";
import type { listPublicOrderBumps } from "#contract/offers/offers.ts";
import type { Output } from "#web/api.ts";

export type Product = Output<typeof getProduct>;
/** The checkout as the server has priced it. */
export type CheckoutSession = Output<typeof createPaymentIntent>;
export type OrderBump = Output<typeof listPublicOrderBumps>[number];

/** What the buyer wants; the server makes a priced checkout of it. Nothing is asked of it before there is an address. */
export type Cart = {
  email: string;
  /** Ids of the ticked offers. */
  orderBumps: readonly string[];
  /** Empty: none. */
  couponCode: string;
  /** Once more, although this browser bought it a moment ago. */
  buyAgain: boolean;
};

/** What an address can fill in: `?bump=<id>,<id>&code=…`. Offers that are not made any more are left out. */
export function startingCart(
  { bump, code }: { bump?: string | undefined; code?: string | undefined },
  offered: readonly OrderBump[],
): Cart {
  const ticked = new Set(bump?.split(","));
  return {
    email: "",
    orderBumps: offered.filter(({ id }) => ticked.has(id)).map(({ id }) => id),
    couponCode: code?.trim().slice(0, 40).toUpperCase() ?? "",
    buyAgain: false,
  };
}
