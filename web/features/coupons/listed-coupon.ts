import { couponStatus, type CouponStatus, isExpiringSoon } from "#contract/coupons/coupon-status.ts";
import type { MyCoupon } from "./coupon-form-values.ts";

/** A coupon with its status as it was when the list was read. */
export type ListedCoupon = MyCoupon & { status: CouponStatus; expiringSoon: boolean };

export const listedCoupon = (coupon: MyCoupon, now: Date): ListedCoupon => ({
  ...coupon,
  status: couponStatus(coupon, now),
  expiringSoon: isExpiringSoon(coupon, now),
});
