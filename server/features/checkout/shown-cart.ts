import type { z } from "zod";
import type { priceCheckout } from "#contract/checkout/checkout.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import type { PricedCart } from "./price-cart.ts";
import { couponDiscountCents } from "./pricing.ts";

type ShownCart = Pick<
  z.input<(typeof priceCheckout.schema.response)[200]>,
  "currency" | "billingInterval" | "coupon" | "requiresShipping" | "lines"
>;

/** What a buyer sees of a cart; `lines` as they were stored, where they were. */
export function shownCart(
  { validCoupon, requiresShipping, titles }: PricedCart,
  { currency, billingInterval, title }: Pick<OpenCheckout, "currency" | "billingInterval" | "title">,
  lines: readonly CartLine[],
): ShownCart {
  return {
    currency,
    billingInterval,
    coupon: validCoupon && {
      code: validCoupon.code,
      discountCents: couponDiscountCents(lines),
      firstPurchaseOnly: validCoupon.firstTimeCustomerOnly,
    },
    requiresShipping,
    lines: lines.map(({ productId, itemType, offerId, unitPriceCents, discountCents, totalPriceCents }) => ({
      productId,
      title: titles.get(productId) ?? title,
      itemType,
      offerId,
      unitPriceCents,
      discountCents,
      totalPriceCents,
    })),
  };
}
