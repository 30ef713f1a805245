import { useFormContext } from "react-hook-form";
import type { CouponDiscountType, createCoupon, listCoupons } from "#contract/coupons/coupons.ts";
import { fieldTextOf, typedMoment } from "#contract/dates.ts";
import type { Input, Output } from "#web/api.ts";
import { readNumber, type TypedNumber, valueOf } from "#web/ui/typed-number.ts";
import { shopNow } from "#web/shop-now.ts";

/** A coupon as the server tells of it: moments are ISO text. */
export type MyCoupon = Output<typeof listCoupons>[number];
export type CouponBody = Input<typeof createCoupon>["body"];

/** The form as it is typed: money in dollars, a share in per cent, moments in the creator's zone ("2026-11-21T12:00"). */
export type CouponFormValues = {
  code: string;
  name: string;
  description: string;
  discountType: CouponDiscountType;
  amount: string;
  percent: string;
  minimumOrder: string;
  /** Blank: unlimited. */
  usageLimit: string;
  validFrom: string;
  /** Blank: no end. */
  validUntil: string;
  /** None: all products. */
  applicableProducts: string[];
  firstTimeCustomerOnly: boolean;
  active: boolean;
};

/** Where the server's word about a field stands in the form. */
export function fieldOfInput(
  name: string,
  { discountType }: CouponFormValues,
): keyof CouponFormValues | undefined {
  if (name === "discountValue") return discountType === "PERCENTAGE" ? "percent" : "amount";
  if (name === "minimumOrderCents") return "minimumOrder";
  return sameName.find((field) => field === name);
}

const sameName = [
  "code",
  "name",
  "description",
  "discountType",
  "usageLimit",
  "validFrom",
  "validUntil",
  "applicableProducts",
] as const;

export const newCouponValues = (now: Date, zone: string): CouponFormValues => ({
  code: "",
  name: "",
  description: "",
  discountType: "FIXED",
  amount: "5.00",
  percent: "5",
  minimumOrder: "0.00",
  usageLimit: "",
  validFrom: fieldTextOf(now, zone),
  validUntil: "",
  applicableProducts: [],
  firstTimeCustomerOnly: false,
  active: true,
});

/** A coupon as the form shows it. */
export function valuesOfCoupon(coupon: MyCoupon, zone: string): CouponFormValues {
  const { discountType, discountValue } = coupon;
  const { amount, percent } = newCouponValues(shopNow(), zone);
  return {
    code: coupon.code,
    name: coupon.name,
    description: coupon.description,
    discountType,
    amount: discountType === "FIXED" ? (discountValue / 100).toFixed(2) : amount,
    percent: discountType === "PERCENTAGE" ? String(discountValue / 100) : percent,
    minimumOrder: (coupon.minimumOrderCents / 100).toFixed(2),
    usageLimit: coupon.usageLimit === null ? "" : String(coupon.usageLimit),
    validFrom: fieldTextOf(new Date(coupon.validFrom), zone),
    validUntil: coupon.validUntil === null ? "" : fieldTextOf(new Date(coupon.validUntil), zone),
    applicableProducts: coupon.applicableProducts ?? [],
    firstTimeCustomerOnly: coupon.firstTimeCustomerOnly,
    active: coupon.active,
  };
}

/** What the server is told of values that have been checked. A moment that was not touched keeps its seconds. */
export function inputOfValues(values: CouponFormValues, zone: string, previous?: MyCoupon): CouponBody {
  const discount = readDiscount(values);
  return {
    code: values.code,
    name: values.name,
    description: values.description,
    discountType: values.discountType,
    discountValue: "problem" in discount ? 0 : (discount.value ?? 0),
    minimumOrderCents: valueOf(values.minimumOrder, "money") ?? 0,
    usageLimit: valueOf(values.usageLimit, "whole") ?? null,
    validFrom: typedMoment(values.validFrom, zone, previous?.validFrom) ?? undefined,
    validUntil: typedMoment(values.validUntil, zone, previous?.validUntil),
    applicableProducts: values.applicableProducts.length > 0 ? values.applicableProducts : null,
    firstTimeCustomerOnly: values.firstTimeCustomerOnly,
    active: values.active,
  };
}

/** What the discount was understood as: cents or basis points; null where nothing was typed, or nothing is asked. */
export function readDiscount({ discountType, amount, percent }: CouponFormValues): TypedNumber {
  if (discountType === "FREE_SHIPPING") return { value: null };
  return discountType === "PERCENTAGE" ? readNumber(percent, "percent") : readNumber(amount, "money");
}

/** The coupon form around this part of it. */
export const useCouponFields = () => useFormContext<CouponFormValues>();
