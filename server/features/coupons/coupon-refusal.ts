import { formatMoney } from "#server/mail/layout/money.ts";
import type { CouponTerms } from "./coupon-terms.ts";

/** A line of a cart, as far as coupons care. `shipped`: it goes to an address. */
export type CouponLine = { productId: string; unitPriceCents: number; quantity: number; shipped: boolean };

/** What the buyer is told, and a stable code for programs. */
export type CouponRefusal = { code: string; message: string };

/**
 * Why a coupon does not count for a cart; undefined where it does. An inactive coupon looks like none at all. A minimum
 * is compared with the lines that the coupon is for, before any discount.
 */
export function couponRefusal(
  coupon: CouponTerms | undefined,
  cart: { lines: readonly CouponLine[]; firstPurchase: boolean; now: Date },
): CouponRefusal | undefined {
  if (!coupon?.active) return notFound;
  if (coupon.validFrom > cart.now) return scheduled;
  if (coupon.validUntil && coupon.validUntil <= cart.now) return expired;
  if (coupon.usageLimit !== null && coupon.usageCount + coupon.heldCount >= coupon.usageLimit)
    return couponExhausted;

  const lines = cart.lines.filter(({ productId }) => isEligible(coupon, productId));
  if (lines.length === 0) return notForProduct;
  if (coupon.discountType === "FREE_SHIPPING" && !lines.some(({ shipped }) => shipped)) return notShipped;

  const eligibleCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  if (eligibleCents < coupon.minimumOrderCents) return belowMinimum(coupon);
  if (coupon.firstTimeCustomerOnly && !cart.firstPurchase) return couponFirstPurchaseOnly;
  return undefined;
}

/** Whether the coupon is for this product. */
export const isEligible = (coupon: Pick<CouponTerms, "productIds">, productId: string): boolean =>
  coupon.productIds.length === 0 || coupon.productIds.includes(productId);

/** Also the answer where another open payment of the same buyer holds such a coupon. */
export const couponFirstPurchaseOnly: CouponRefusal = {
  code: "COUPON_FIRST_PURCHASE_ONLY",
  message: "This coupon is for a first purchase only.",
};

/** Also the answer where the last use went to somebody else a moment ago. */
export const couponExhausted: CouponRefusal = {
  code: "COUPON_EXHAUSTED",
  message: "This coupon has been used up.",
};

const notFound: CouponRefusal = { code: "COUPON_NOT_FOUND", message: "This coupon code does not exist." };
const scheduled: CouponRefusal = { code: "COUPON_SCHEDULED", message: "This coupon is not valid yet." };
const expired: CouponRefusal = { code: "COUPON_EXPIRED", message: "This coupon has expired." };
const notForProduct: CouponRefusal = {
  code: "COUPON_NOT_FOR_PRODUCT",
  message: "This coupon is not for this product.",
};
const notShipped: CouponRefusal = {
  code: "COUPON_NOT_FOR_PRODUCT",
  message: "This coupon is for products that are shipped.",
};

const belowMinimum = ({ productIds, minimumOrderCents }: CouponTerms): CouponRefusal => ({
  code: "COUPON_BELOW_MINIMUM",
  message: `This coupon needs an order of at least ${formatMoney(minimumOrderCents, "usd")}${
    productIds.length > 0 ? " of the products it is for" : ""
  }.`,
});
