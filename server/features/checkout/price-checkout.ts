import type { z } from "zod";
import type { priceCheckout as endpoint } from "#contract/checkout/checkout.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { type OpenCheckout, selectOpenCheckout } from "./checkout-session.ts";
import { openAtChoice } from "./open-at-choice.ts";
import { type Buyer, priceCart, type PricedCart, stillOffered, type WantedCart } from "./price-cart.ts";
import { findTrialEnd, planBuyer } from "./plan-checkout.ts";
import { requireForSale } from "./require-for-sale.ts";
import { shownCart } from "./shown-cart.ts";

type Wanted = { productId: string } & z.output<typeof endpoint.schema.querystring>;
type PricedCheckout = z.output<(typeof endpoint.schema.response)[200]>;

/** More than these are not told: how much a creator has is theirs to know. */
const fewLeft = 10;

/**
 * What a cart would cost at this moment, before anybody says who they are. Writes nothing and holds nothing. A coupon that
 * does not count is left out with its reason, offers that have ended, an amount below the least and a country that is not served without one. Throws 404 for a product that is not on
 * sale, 409 for a course without a lesson, 422 for more than one payment can carry.
 */
export async function priceCheckout(
  services: Services,
  buyer: Buyer,
  { productId, orderBumps = [], couponCode, shippingCountry, ...choice }: Wanted,
): Promise<PricedCheckout> {
  const { pool, clock, payments } = services;
  const { browserHash } = buyer;
  const [found] = await selectOpenCheckout(pool, productId, browserHash, "", clock.now(), payments.provider);
  const open = openAtChoice(requireForSale(found), choice, "raise");
  const planFor = await planBuyer(services, open, buyer);
  const { cart, couponProblem } = await pricedAsFarAsItCounts(services, open, buyer, {
    email: null,
    orderBumps: await stillOffered(services, buyer, productId, orderBumps),
    couponCode: couponCode || null,
    shippingCountry: shippingCountry || null,
  });
  return {
    ...shownCart(cart, open, clock.now()),
    totalCents: cart.totalCents,
    couponProblem,
    planTrialEndsAt: planFor === null ? null : await findTrialEnd(services, planFor),
    stockLeft: open.stockLeft !== null && open.stockLeft <= fewLeft ? open.stockLeft : null,
  };
}

async function pricedAsFarAsItCounts(
  services: Services,
  open: OpenCheckout,
  buyer: Buyer,
  wanted: WantedCart,
): Promise<{ cart: PricedCart; couponProblem: string | null }> {
  try {
    return { cart: await priceCart(services, open, buyer, wanted), couponProblem: null };
  } catch (error) {
    const { couponCode: couponProblem, "shippingAddress.country": notServed } =
      (error instanceof HttpError && error.fields) || {};
    // The page offers the countries that are served.
    if (notServed !== undefined)
      return pricedAsFarAsItCounts(services, open, buyer, { ...wanted, shippingCountry: null });
    if (couponProblem === undefined) throw error;
    return {
      cart: await priceCart(services, open, buyer, { ...wanted, couponCode: null }),
      couponProblem,
    };
  }
}
