export type CouponStatus = "Inactive" | "Scheduled" | "Expired" | "Exhausted" | "Active";

type Dated = {
  active: boolean;
  /** As moments or as ISO text. */
  validFrom: Date | string;
  validUntil: Date | string | null;
  usageLimit: number | null;
  usageCount: number;
};

/** A coupon's status as it is shown; the first that fits, in this order. */
export function couponStatus(coupon: Dated, now: Date): CouponStatus {
  if (!coupon.active) return "Inactive";
  if (new Date(coupon.validFrom) > now) return "Scheduled";
  if (coupon.validUntil !== null && new Date(coupon.validUntil) <= now) return "Expired";
  if (coupon.usageLimit !== null && coupon.usageCount >= coupon.usageLimit) return "Exhausted";
  return "Active";
}

const weekMs = 7 * 86_400_000;

/** Active, and ending within 7 days. */
export function isExpiringSoon(coupon: Dated, now: Date): boolean {
  return (
    couponStatus(coupon, now) === "Active" &&
    coupon.validUntil !== null &&
    new Date(coupon.validUntil).getTime() - now.getTime() <= weekMs
  );
}
