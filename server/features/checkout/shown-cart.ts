import type { z } from "zod";
import type { priceCheckout } from "#contract/checkout/checkout.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import type { PricedCart } from "./price-cart.ts";
import { couponDiscountCents } from "./pricing.ts";

type ShownCart = Pick<
  z.input<(typeof priceCheckout.schema.response)[200]>,
  "currency" | "billingInterval" | "coupon" | "requiresShipping" | "shipping" | "lines"
>;

/** What a buyer sees of a cart. */
export function shownCart(
  { lines, validCoupon, shipping, titles }: PricedCart,
  { currency, billingInterval, title }: Pick<OpenCheckout, "currency" | "billingInterval" | "title">,
): ShownCart {
  return {
    currency,
    billingInterval,
    coupon: validCoupon && {
      code: validCoupon.code,
      discountCents: couponDiscountCents(lines),
      freeShipping: validCoupon.discountType === "FREE_SHIPPING",
      firstPurchaseOnly: validCoupon.firstTimeCustomerOnly,
    },
    requiresShipping: shipping !== null,
    shipping,
    lines: lines.map(
      ({ productId, itemType, offerId, unitPriceCents, discountCents, shippingCents, totalPriceCents }) => ({
        productId,
        title: titles.get(productId) ?? title,
        itemType,
        offerId,
        unitPriceCents,
        discountCents,
        shippingCents,
        totalPriceCents,
      }),
    ),
  };
}
