import { isolated } from "#contract/isolated.ts";
import type { CouponDiscountType } from "#contract/coupons/coupons.ts";
import { dayText } from "#contract/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { MyCoupon } from "./coupon-form-values.ts";

export const discountTypeLabel: Readonly<Record<CouponDiscountType, string>> = {
  FIXED: "Fixed amount",
  PERCENTAGE: "Percentage",
  FREE_SHIPPING: "Free shipping",
};

/** What the buyer gets: "$5.00 off", "12.5% off", "Free shipping". */
export function discountOf({ discountType, discountValue }: MyCoupon): string {
  if (discountType === "FREE_SHIPPING") return "Free shipping";
  return `${discountType === "FIXED" ? formatMoney(discountValue) : `${discountValue / 100}%`} off`;
}

/** When it counts: "From Nov 1, 2026", "Nov 1, 2026 – Nov 8, 2026". */
export function validityOf({ validFrom, validUntil }: MyCoupon, zone: string): string {
  return validUntil === null
    ? `From ${dayText(validFrom, zone)}`
    : `${dayText(validFrom, zone)} – ${dayText(validUntil, zone)}`;
}

/** "The Book", "The Book and 2 more", or "All products". */
export function productsOf(
  { applicableProducts }: MyCoupon,
  titles: ReadonlyMap<string, string> | undefined,
): string {
  if (!applicableProducts) return "All products";
  const known = applicableProducts.flatMap((id) => titles?.get(id) ?? []);
  const [first] = known;
  if (!first) return applicableProducts.length === 1 ? "1 product" : `${applicableProducts.length} products`;
  const others = applicableProducts.length - 1;
  return others === 0 ? first : `${isolated(first)} and ${others} more`;
}
