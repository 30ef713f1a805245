import { hotStatement } from "#server/database/statement.ts";
import type { couponDiscountTypes } from "#server/database/schema/coupons.ts";

/** What a coupon gives, and when it counts. */
export type CouponTerms = {
  id: string;
  code: string;
  discountType: (typeof couponDiscountTypes)[number];
  /** Cents when FIXED, basis points when PERCENTAGE. */
  discountValue: number;
  minimumOrderCents: number;
  /** Null: unlimited. */
  usageLimit: number | null;
  usageCount: number;
  /** Uses that other open payments keep for themselves. */
  heldCount: number;
  validFrom: Date;
  validUntil: Date | null;
  /** Empty: every product of the owner. */
  productIds: string[];
  firstTimeCustomerOnly: boolean;
  active: boolean;
};

/** A creator's coupon by its code, in any case; no row where they have none. Holds of `sessionId` itself are not counted. */
export const selectCoupon = hotStatement("coupons_select")<
  CouponTerms,
  [ownerId: string, code: string, sessionId: string | null]
>(`select c.id, c.code, c.discount_type as "discountType", c.discount_value as "discountValue",
          c.minimum_order_cents as "minimumOrderCents", c.usage_limit as "usageLimit", c.usage_count as "usageCount",
          (select count(*)::int from coupon_redemptions r
            where r.coupon_id = c.id and r.state = 'HELD' and r.checkout_session_id is distinct from $3) as "heldCount",
          c.valid_from as "validFrom", c.valid_until as "validUntil",
          array(select p.product_id from coupon_products p where p.coupon_id = c.id)::text[] as "productIds",
          c.first_time_customer_only as "firstTimeCustomerOnly", c.active
     from coupons c
    where c.owner_id = $1 and lower(c.code) = lower(btrim($2))`);
