import { z } from "zod";
import { bareCode } from "#contract/typed-code.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { partialInput } from "#contract/partial-input.ts";
import {
  atMost,
  Cents,
  Id,
  MomentOrDay,
  multiLine,
  oneLine,
  Revision,
  SumCents,
  Timestamp,
} from "#contract/values.ts";

const tags = ["Coupons"];

export const CouponDiscountType = z.enum(["FIXED", "PERCENTAGE", "FREE_SHIPPING"]);
export type CouponDiscountType = z.infer<typeof CouponDiscountType>;

/** A coupon as its creator sees it. */
export const Coupon = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  discountType: CouponDiscountType,
  /** Cents when FIXED, basis points when PERCENTAGE, 0 when FREE_SHIPPING. */
  discountValue: z.int(),
  minimumOrderCents: Cents,
  /** Null: unlimited. */
  usageLimit: z.int().nullable(),
  /** Paid orders that used it; a full refund gives its use back. */
  usageCount: z.int(),
  validFrom: Timestamp,
  validUntil: Timestamp.nullable(),
  /** Null: all of the creator's products. */
  applicableProducts: z.array(Id).nullable(),
  firstTimeCustomerOnly: z.boolean(),
  active: z.boolean(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Coupon = z.infer<typeof Coupon>;

/** What a creator may set. */
export const CouponInput = z.object({
  code: z
    .string()
    .max(500, atMost(40))
    .overwrite(bareCode)
    .min(3, "Coupon code must be at least 3 characters long")
    .max(40, atMost(40))
    // What can be typed anywhere and stands in a link.
    .regex(/^[!-~]*$/, "Use the letters A to Z and digits, without spaces"),
  name: oneLine(120).default(""),
  description: multiLine(500).default(""),
  discountType: CouponDiscountType.default("FIXED"),
  /** Cents when FIXED, basis points when PERCENTAGE; of no account when FREE_SHIPPING. */
  discountValue: z.int().max(99_999_999, "The highest discount is $999,999.99").default(500),
  minimumOrderCents: Cents.default(0),
  usageLimit: z
    .int()
    .min(1, "Usage limit must be at least 1")
    .max(1_000_000_000, "Usage limit must be at most 1,000,000,000")
    .nullable()
    .default(null),
  /** Left out: from now on. A day begins by the creator's clocks, and ends by them in `validUntil`. */
  validFrom: MomentOrDay.optional(),
  validUntil: MomentOrDay.nullable().default(null),
  /** Null or empty: all of the creator's products. */
  applicableProducts: z.array(Id).max(500, "Choose at most 500 products").nullable().default(null),
  firstTimeCustomerOnly: z.boolean().default(false),
  active: z.boolean().default(true),
});
export type CouponInput = z.input<typeof CouponInput>;

const couponId = z.object({ id: Id });

export const listCoupons = endpoint({
  method: "GET",
  url: "/api/coupons",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "The creator's coupons, newest first", response: { 200: z.array(Coupon) } },
});

export const createCoupon = endpoint({
  method: "POST",
  url: "/api/coupons",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.pricing },
  schema: {
    tags,
    summary: "Create a coupon; 409 where the creator has its code already, in any case",
    body: CouponInput,
    response: { 201: Coupon },
  },
});

export const updateCoupon = endpoint({
  method: "PUT",
  url: "/api/coupons/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.pricing },
  schema: {
    tags,
    summary: "Change a coupon; fields left out keep their value",
    params: couponId,
    body: partialInput(CouponInput).extend({ revision: Revision.optional() }),
    response: { 200: Coupon },
  },
});

export const deleteCoupon = endpoint({
  method: "DELETE",
  url: "/api/coupons/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.endsOffer },
  schema: {
    tags,
    summary: "Delete a coupon; orders keep its code",
    params: couponId,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

/** Counted from paid orders, those with coupons that have been deleted since too. */
export const CouponSummary = z.object({
  total: z.int(),
  active: z.int(),
  redemptions: z.int(),
  /** What coupons took off these orders. */
  discountCents: SumCents,
  /** What these orders brought, less refunds. */
  revenueCents: SumCents,
});
export type CouponSummary = z.infer<typeof CouponSummary>;

export const getCouponSummary = endpoint({
  method: "GET",
  url: "/api/coupons/summary",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "What the creator's coupons did", response: { 200: CouponSummary } },
});

export const exportCoupons = endpoint({
  method: "GET",
  url: "/api/coupons/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "The creator's coupons as a CSV file" },
});
