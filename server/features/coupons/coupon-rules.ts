import type { Coupon } from "#contract/coupons/coupons.ts";
import { Invalid } from "#server/errors.ts";

/** What a creator sets, with every default filled in. */
export type CouponFields = Omit<Coupon, "id" | "usageCount" | "revision" | "createdAt" | "updatedAt">;

/** Checks what no field says alone, and keeps a creator's fields only. Throws 422 with one message per wrong field. */
export function settleCoupon(given: CouponFields): CouponFields {
  const problems: Record<string, string> = {};
  const { discountType, discountValue } = given;
  if (discountType !== "FREE_SHIPPING" && discountValue <= 0)
    problems["discountValue"] = "Discount value must be greater than 0";
  if (discountType === "PERCENTAGE" && discountValue > 10_000)
    problems["discountValue"] = "A percentage is at most 100";
  if (given.validUntil && given.validUntil <= given.validFrom)
    problems["validUntil"] = "The end must be after the start";
  if (Object.keys(problems).length > 0) throw Invalid(problems);

  return {
    code: given.code,
    name: given.name,
    description: given.description,
    discountType,
    discountValue: discountType === "FREE_SHIPPING" ? 0 : discountValue,
    minimumOrderCents: given.minimumOrderCents,
    usageLimit: given.usageLimit,
    validFrom: given.validFrom,
    validUntil: given.validUntil,
    applicableProducts: given.applicableProducts,
    firstTimeCustomerOnly: given.firstTimeCustomerOnly,
    active: given.active,
  };
}
