import type { z } from "zod";
import type { priceCheckout } from "#contract/checkout/checkout.ts";
import { wholeLines } from "#contract/orders/whole-lines.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import type { PricedCart } from "./price-cart.ts";
import { couponDiscountCents } from "./pricing.ts";

type ShownCart = Pick<
  z.output<(typeof priceCheckout.schema.response)[200]>,
  "currency" | "billingInterval" | "trial" | "coupon" | "requiresShipping" | "shipping" | "lines"
>;

/** What a buyer sees of a cart. */
export function shownCart(
  { lines, validCoupon, shipping, titles, trialDays, ownedParts }: PricedCart,
  {
    currency,
    billingInterval,
    title,
    parts,
  }: Pick<OpenCheckout, "currency" | "billingInterval" | "title" | "parts">,
  now: Date,
): ShownCart {
  return {
    currency,
    billingInterval,
    trial: trialDays > 0 ? { days: trialDays, endsAt: new Date(now.getTime() + trialDays * dayMs) } : null,
    coupon: validCoupon && {
      code: validCoupon.code,
      discountCents: couponDiscountCents(lines),
      freeShipping: validCoupon.discountType === "FREE_SHIPPING",
      firstPurchaseOnly: validCoupon.firstTimeCustomerOnly,
    },
    requiresShipping: shipping !== null,
    shipping,
    lines: wholeLines(lines).map(
      ({
        productId,
        itemType,
        parts: { length: partCount },
        offerId,
        unitPriceCents,
        discountCents,
        shippingCents,
        totalPriceCents,
      }) => ({
        productId,
        title: titles.get(productId) ?? title,
        itemType: itemType === "PART" ? "MAIN" : itemType,
        parts: partCount === 0 ? [] : parts.map((part) => ({ ...part, isOwned: ownedParts.has(part.id) })),
        offerId,
        unitPriceCents,
        discountCents,
        shippingCents,
        totalPriceCents,
      }),
    ),
  };
}

const dayMs = 86_400_000;
