import { BadRequest, HttpError, Invalid } from "#server/errors.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { applyCoupon } from "#server/features/coupons/apply-coupon.ts";
import type { CountGuess } from "#server/features/coupons/code-guesses.ts";
import { couponRefusal } from "#server/features/coupons/coupon-refusal.ts";
import { type CouponTerms, selectCoupon } from "#server/features/coupons/coupon-terms.ts";
import { hasProvenPurchase, isScarce } from "#server/features/coupons/hold-coupon.ts";
import { listOfferedBumps, type OfferedBump } from "#server/features/offers/offered-bumps.ts";
import type { Services } from "#server/services.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import { couponDiscountCents, mainLine, offerLine, totalCents } from "./pricing.ts";

/** Who buys, as far as this browser has proved it, and the reply's link that it clicked last. */
export type Buyer = {
  browserHash: string;
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
};

export type PricedCart = {
  lines: CartLine[];
  totalCents: number;
  /** What paying uses up. A coupon that takes nothing off is not used, or strangers could use it up with free products. */
  coupon: CouponTerms | null;
  /** The coupon that was asked for, used or not. */
  validCoupon: CouponTerms | null;
  /** By product id. */
  titles: ReadonlyMap<string, string>;
  requiresShipping: boolean;
  /** Stock or a coupon's use has to be kept once pay is pressed. */
  holds: boolean;
};

/** The least that a card can pay, in cents. */
export const leastPayableCents = 50;

/**
 * The cart at today's prices. Throws 400 for a bump that is not offered with this product to this buyer, and 422 at
 * `couponCode` with the reason for a coupon that does not count, and for more than one payment can carry.
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
  const shipped = new Set(products.filter(({ requiresShipping }) => requiresShipping).map(({ id }) => id));
  const validCoupon = wanted.couponCode
    ? await checkedCoupon(services, open, buyer, plain, shipped, wanted)
    : null;
  const lines = validCoupon ? applyCoupon(plain, validCoupon) : plain;
  const savesNothing = couponDiscountCents(lines) === 0 && validCoupon?.discountType !== "FREE_SHIPPING";
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
    titles: new Map(products.map(({ id, title }) => [id, title])),
    requiresShipping: shipped.size > 0,
    holds: (coupon !== null && isScarce(coupon)) || products.some(({ trackInventory }) => trackInventory),
  };
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
