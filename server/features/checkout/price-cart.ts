import { countryName } from "#contract/checkout/country-name.ts";
import { rateTo, servedCountries, type ShippingRate } from "#contract/shipping/served-countries.ts";
import { BadRequest, HttpError, Invalid } from "#server/errors.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { applyCoupon } from "#server/features/coupons/apply-coupon.ts";
import type { CountGuess } from "#server/features/coupons/code-guesses.ts";
import { couponRefusal, isEligible } from "#server/features/coupons/coupon-refusal.ts";
import { type CouponTerms, selectCoupon } from "#server/features/coupons/coupon-terms.ts";
import { hasProvenPurchase, isScarce } from "#server/features/coupons/hold-coupon.ts";
import { listOfferedBumps, type OfferedBump } from "#server/features/offers/offered-bumps.ts";
import type { Services } from "#server/services.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import { listOwnedParts } from "./owned-parts.ts";
import { listShippingRates } from "#server/features/shipping/shipping-rates.ts";
import { tooLittleWith } from "./open-at-choice.ts";
import {
  couponDiscountCents,
  mainLine,
  offerLine,
  shippingCents,
  totalCents,
  trialLine,
  withShipping,
} from "./pricing.ts";
import { splitBundle } from "./split-bundle.ts";

/** Who buys, as far as this browser has proved it, and the reply's link that it clicked last. */
export type Buyer = {
  browserHash: string;
  /** Who is signed in there as a creator. */
  creatorId: string | null;
  buyerTokenHashes: string[];
  replyLinkCode: string | undefined;
  /** Where it asks from; see `networkOf`. */
  network: string;
  countGuess: CountGuess;
  /** What finds this browser's drafts. */
  draftHash: string | null;
};

export type WantedCart = {
  /** Whose first purchase it has to be, where the coupon is for one; null before pay is pressed, when nobody is asked. */
  email: string | null;
  /** Ids of bumps. */
  orderBumps: readonly string[];
  couponCode: string | null;
  /** Where it is to be sent, as far as that is known. Nothing that is not shipped has one. */
  shippingCountry: string | null;
};

export type PricedCart = {
  lines: CartLine[];
  totalCents: number;
  /** What paying uses up. A coupon that takes nothing off is not used, or strangers could use it up with free products. */
  coupon: CouponTerms | null;
  /** The coupon that was asked for, used or not. */
  validCoupon: CouponTerms | null;
  /** The free trial that the membership begins with; 0: none. */
  trialDays: number;
  /** The parts of a bundle that this buyer has been proved to own. */
  ownedParts: ReadonlySet<string>;
  /** By product id. */
  titles: ReadonlyMap<string, string>;
  /** Null where nothing is shipped. */
  shipping: CartShipping | null;
  /** Stock, a coupon's use or a session's time has to be kept once pay is pressed. */
  holds: boolean;
};

export type CartShipping = {
  /** The codes of the countries that are served; null: every one. */
  countries: string[] | null;
  /** The one that it is priced for. */
  country: string | null;
  /** Null while it is not known where it goes, unless that is all the same. */
  cents: number | null;
};

/** The least that a card can pay, in cents. */
export const leastPayableCents = 50;

/**
 * The cart at today's prices. Throws 400 for a bump that is not offered with this product to this buyer, and 422 at
 * `couponCode` with the reason for a coupon that does not count, at `shippingAddress.country` for one that is not served, and for more than
 * one payment can carry.
 */
export async function priceCart(
  services: Services,
  open: OpenCheckout,
  buyer: Buyer,
  wanted: WantedCart,
): Promise<PricedCart> {
  const bumps = await wantedBumps(services, open, buyer, wanted.orderBumps);
  const products = [
    {
      id: open.productId,
      title: open.title,
      requiresShipping: open.requiresShipping,
      trackInventory: open.trackInventory,
    },
    ...bumps.map(({ product }) => product),
  ];
  const plain = [
    mainLine({ id: open.productId, priceCents: open.priceCents }),
    ...bumps.map((bump) => offerLine({ ...bump, itemType: "ORDER_BUMP" })),
  ];
  const pieces = new Map(
    products.filter(({ requiresShipping }) => requiresShipping).map(({ id }) => [id, 1]),
  );
  const postedParts = open.parts.filter(({ requiresShipping }) => requiresShipping).length;
  if (postedParts > 0) pieces.set(open.productId, postedParts);
  const shipped = new Set(pieces.keys());
  const rates = shipped.size > 0 ? await listShippingRates(services.pool, open.ownerId) : [];
  const country = shipped.size > 0 ? wanted.shippingCountry : null;
  const sent = country === null ? plain : withShipping(plain, pieces, servedRate(rates, country));
  const validCoupon = wanted.couponCode
    ? await checkedCoupon(services, open, buyer, sent, shipped, wanted)
    : null;
  // A code counts for the first payment, and that is made at once with it: there is no trial beside it.
  const trialDays = validCoupon || bumps.length > 0 ? 0 : open.trialDays;
  const priced = validCoupon ? applyCoupon(sent, validCoupon) : sent;
  const tooLittle = validCoupon && tooLittleWith(open, priced);
  if (tooLittle) throw couponRefused("BELOW_MINIMUM", tooLittle);
  const lines = trialDays > 0 ? priced.map(trialLine) : splitBundle(priced, open.parts);
  const shipsFree = validCoupon?.discountType === "FREE_SHIPPING";
  const savesShipping = shipsFree && (country === null || shippingCents(priced) < shippingCents(sent));
  const savesNothing = couponDiscountCents(lines) === 0 && !savesShipping;
  const coupon = savesNothing ? null : validCoupon;
  const total = totalCents(lines);
  const bills = open.billingInterval !== "ONE_TIME" && open.priceCents > 0;
  // A membership's first payment is what saves its card.
  if (coupon && (total > 0 || bills) && total < leastPayableCents)
    throw couponRefused(
      "COUPON_TOTAL_TOO_SMALL",
      "With this code the total would be less than a card can pay ($0.50).",
    );
  refuseTooMuch(services, Math.max(total, bills ? open.priceCents : 0), bumps.length > 0);
  if (!bills && total > 0 && total < leastPayableCents)
    throw Invalid({
      orderBumps: "A card can pay $0.50 or more. Please add something or leave the offer out.",
    });
  return {
    lines,
    totalCents: total,
    coupon,
    validCoupon,
    trialDays,
    ownedParts: await listOwnedParts(services, buyer, open.parts),
    titles: new Map([...products, ...open.parts].map(({ id, title }) => [id, title])),
    shipping:
      shipped.size === 0
        ? null
        : {
            countries: servedCountries(rates),
            country,
            cents:
              country === null && !(shipsFree && isForAll(validCoupon, shipped))
                ? null
                : shippingCents(lines),
          },
    holds:
      open.offersTimes ||
      (coupon !== null && isScarce(coupon)) ||
      [...products, ...open.parts].some(({ trackInventory }) => trackInventory),
  };
}

const isForAll = (coupon: CouponTerms, shipped: ReadonlySet<string>): boolean =>
  [...shipped].every((productId) => isEligible(coupon, productId));

function servedRate(rates: readonly ShippingRate[], country: string): ShippingRate {
  const rate = rateTo(rates, country);
  if (!rate)
    throw Invalid({
      "shippingAddress.country": `Nothing is shipped to ${countryName(country)}. Please choose another country.`,
    });
  return rate;
}

/** Before anything is kept or charged: the provider would refuse it, and tell the buyer nothing. */
function refuseTooMuch({ payments }: Services, cents: number, hasBumps: boolean): void {
  if (cents <= payments.highestPaymentCents) return;
  const most = (payments.highestPaymentCents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
  });
  throw hasBumps
    ? Invalid({
        orderBumps: `Together this is more than one payment can carry (${most}). Please leave an offer out.`,
      })
    : Invalid({ productId: `This is more than one payment can carry (${most}). Please ask the seller.` });
}

/** A refused coupon, with its reason where it was typed. */
export const couponRefused = (code: string, message: string): HttpError =>
  new HttpError(422, code, message, { fields: { couponCode: message } });

/** A bump that is not on offer (any more). */
export const bumpGone = "BUMP_NOT_OFFERED";

/** Those of the bumps that are still on offer with this product to this buyer. */
export async function stillOffered(
  { pool, clock }: Services,
  buyer: Buyer,
  productId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const offered = await listOfferedBumps(pool, { ...buyer, productId, now: clock.now() });
  return ids.filter((id) => offered.some((bump) => bump.id === id));
}

async function wantedBumps(
  { pool, clock }: Services,
  open: OpenCheckout,
  buyer: Buyer,
  ids: readonly string[],
): Promise<OfferedBump[]> {
  if (ids.length === 0) return [];
  const offered = await listOfferedBumps(pool, { ...buyer, productId: open.productId, now: clock.now() });
  const wanted = new Set(ids);
  const found = offered.filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size || wanted.size < ids.length)
    throw BadRequest("One of these offers has ended, or is not available with this product.", bumpGone);
  return found;
}

async function checkedCoupon(
  { pool, clock }: Services,
  { ownerId, session }: OpenCheckout,
  { browserHash, buyerTokenHashes, network, countGuess }: Buyer,
  lines: readonly CartLine[],
  shipped: ReadonlySet<string>,
  { couponCode, email }: WantedCart,
): Promise<CouponTerms> {
  const code = couponCode ?? "";
  const [coupon] = await selectCoupon(pool, ownerId, code, session?.id ?? null);
  // What this checkout has already is no guess.
  if (session?.couponCode?.toLowerCase() !== code.toLowerCase())
    await countGuess({ network, ownerId, code, isThere: coupon?.active === true });
  const now = clock.now();
  const hasBought =
    email !== null &&
    coupon?.firstTimeCustomerOnly === true &&
    (await hasProvenPurchase(pool, { ownerId, email, browserHash, buyerTokenHashes, now }));
  const refusal = couponRefusal(coupon, {
    lines: lines.map((line) => ({ ...line, shipped: shipped.has(line.productId) })),
    firstPurchase: !hasBought,
    now,
  });
  if (refusal) throw couponRefused(refusal.code, refusal.message);
  if (!coupon) throw new Error("a coupon that is not there was not refused");
  return coupon;
}
