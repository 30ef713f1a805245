import type { z } from "zod";
import type { BillingInterval } from "#contract/catalog/catalog.ts";
import type { confirmTotal as endpoint } from "#contract/checkout/checkout.ts";
import { consentOfVersion } from "#contract/checkout/delivery-consent.ts";
import { knownZone } from "#contract/dates.ts";
import { HttpError, Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { nameBuyer, recordAddress } from "./checkout-session.ts";
import { type Buyer, bumpGone, stillOffered } from "./price-cart.ts";
import { type SeenCheckout, startCheckout, type StartedCheckout } from "./start-checkout.ts";

type Input = z.output<typeof endpoint.schema.body>;
export type ConfirmedTotal = z.output<(typeof endpoint.schema.response)[200]>;
type Cart = {
  productId: string;
  email: string;
  orderBumps: string[];
  couponCode: string | null;
  affiliateCode: string | null;
  billingInterval: BillingInterval;
  shippingCountry: string | null;
  amountCents: number | null;
};

/**
 * Asked right before the card is confirmed. Prices the cart again; `unchanged` says that what the buyer saw is what the
 * intent will charge, and that the stock and the coupon's use it needs are held for it. Otherwise the new lines are shown and the buyer decides again: an offer or a coupon that has ended
 * meanwhile is left out. Throws 404 for another browser's session, 422 without the address that shipping needs, and for a country that is not
 * served.
 */
export async function confirmTotal(
  services: Services,
  buyer: Buyer | undefined,
  sessionId: string,
  seen: Input,
): Promise<ConfirmedTotal> {
  const [session] = await nameBuyer(
    services.pool,
    sessionId,
    buyer?.browserHash ?? "",
    seen.customerName,
    buyer?.draftHash ?? null,
    consentOf(seen),
    knownZone(seen.timeZone),
  );
  if (!session || !buyer) throw NotFound("This checkout has ended. Please reload the page.");
  const cart = { ...session, shippingCountry: seen.shippingAddress?.country ?? session.shippingCountry };
  const { current, couponProblem } = await repriced(services, buyer, cart, {
    checkoutSessionId: sessionId,
    cartVersion: seen.cartVersion,
    totalCents: seen.totalCents,
    startsAt: seen.startsAt,
  });
  if (current.requiresShipping && !seen.shippingAddress)
    throw Invalid({ shippingAddress: "Please enter the address it is shipped to" });
  // An expired checkout goes on as a new one, which has to learn whom it is for.
  if (current.checkoutSessionId !== sessionId)
    await nameBuyer(
      services.pool,
      current.checkoutSessionId,
      buyer.browserHash,
      seen.customerName,
      buyer.draftHash,
      consentOf(seen),
      knownZone(seen.timeZone),
    );
  const unchanged =
    current.checkoutSessionId === sessionId &&
    current.cartVersion === seen.cartVersion &&
    current.totalCents === seen.totalCents;
  if (unchanged && current.requiresShipping && seen.shippingAddress)
    await recordAddress(services.pool, sessionId, seen.cartVersion, seen.shippingAddress);
  return {
    unchanged,
    couponProblem,
    totalCents: current.totalCents,
    lines: current.lines,
    cartVersion: current.cartVersion,
    coupon: current.coupon,
    shipping: current.shipping,
    billingInterval: current.billingInterval,
    trial: current.trial,
    clientSecret: current.clientSecret,
    paymentIntentId: current.paymentIntentId,
    checkoutSessionId: current.checkoutSessionId,
  };
}

/** The version of the words that were agreed to; null where they were not all, or are none of ours. */
const consentOf = ({ startsNow, knowsRightEnds, consentVersion }: Input): number | null =>
  startsNow && knowsRightEnds ? (consentOfVersion(consentVersion)?.version ?? null) : null;

async function repriced(
  services: Services,
  buyer: Buyer,
  cart: Cart,
  pressed: SeenCheckout,
): Promise<{ current: StartedCheckout; couponProblem: string | null }> {
  const {
    productId,
    email,
    orderBumps,
    couponCode,
    affiliateCode,
    billingInterval,
    shippingCountry,
    amountCents,
  } = cart;
  const input = {
    productId,
    customerEmail: email,
    buyAgain: true,
    ...(amountCents !== null && { amountCents }),
    ...(affiliateCode && { affiliateCode }),
    ...(billingInterval !== "ONE_TIME" && { billingInterval }),
    ...(shippingCountry && { shippingCountry }),
  };
  const start = (bumps: string[], code: string | null) =>
    startCheckout(
      services,
      buyer,
      { ...input, orderBumps: bumps, ...(code && { couponCode: code }) },
      pressed,
    );
  try {
    return { current: await start(orderBumps, couponCode), couponProblem: null };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const problem = error.fields?.["couponCode"];
    if (problem) return { current: await start(orderBumps, null), couponProblem: problem };
    if (error.code === bumpGone) {
      const left = await stillOffered(services, buyer, productId, orderBumps);
      const still = left.length < orderBumps.length ? left : [];
      return repriced(services, buyer, { ...cart, orderBumps: still }, pressed);
    }
    throw error;
  }
}
