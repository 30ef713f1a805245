import type { CartLine } from "#server/database/schema/checkout.ts";
import { isEligible } from "./coupon-refusal.ts";
import type { CouponTerms } from "./coupon-terms.ts";

type Terms = Pick<CouponTerms, "discountType" | "discountValue" | "productIds">;

/**
 * The lines as a coupon prices them. A line takes one discount: the coupon's where that is strictly better for the buyer
 * than its offer's. A FIXED coupon gives its cents once, to the main line first and then in order; free shipping is no
 * discount, but sends what it is for without charge.
 */
export function applyCoupon(lines: readonly CartLine[], coupon: Terms): CartLine[] {
  if (coupon.discountType === "FREE_SHIPPING")
    return lines.map((line) => (isEligible(coupon, line.productId) ? sentFree(line) : line));
  let leftCents = coupon.discountType === "FIXED" ? coupon.discountValue : 0;
  const applied = new Map<CartLine, CartLine>();
  for (const line of mainFirst(lines)) {
    if (!isEligible(coupon, line.productId)) continue;
    const priceCents = line.unitPriceCents * line.quantity;
    const discountCents =
      coupon.discountType === "PERCENTAGE"
        ? priceCents - Math.floor((priceCents * (10_000 - coupon.discountValue)) / 10_000)
        : Math.min(leftCents, priceCents);
    if (discountCents <= line.discountCents) continue;
    if (coupon.discountType === "FIXED") leftCents -= discountCents;
    applied.set(line, {
      ...line,
      discountCents,
      totalPriceCents: priceCents - discountCents + line.shippingCents,
      discountSource: "COUPON",
    });
  }
  return lines.map((line) => applied.get(line) ?? line);
}

const sentFree = (line: CartLine): CartLine => ({
  ...line,
  shippingCents: 0,
  totalPriceCents: line.totalPriceCents - line.shippingCents,
});

const mainFirst = (lines: readonly CartLine[]): CartLine[] =>
  lines.toSorted((a, b) => Number(b.itemType === "MAIN") - Number(a.itemType === "MAIN"));
