import type { CartLine } from "#server/database/schema/checkout.ts";

/** The line of one product at its own price. */
export function mainLine(product: { id: string; priceCents: number }): CartLine {
  return {
    productId: product.id,
    itemType: "MAIN",
    quantity: 1,
    unitPriceCents: product.priceCents,
    discountCents: 0,
    totalPriceCents: product.priceCents,
    offerId: null,
    discountSource: null,
  };
}

/** The line of an offered product: what it costs by itself, less what the offer takes off. */
export function offerLine(offer: {
  id: string;
  itemType: "ORDER_BUMP" | "UPSELL";
  product: { id: string; priceCents: number };
  offerPriceCents: number;
}): CartLine {
  const discountCents = offer.product.priceCents - offer.offerPriceCents;
  return {
    productId: offer.product.id,
    itemType: offer.itemType,
    quantity: 1,
    unitPriceCents: offer.product.priceCents,
    discountCents,
    totalPriceCents: offer.offerPriceCents,
    offerId: offer.id,
    discountSource: discountCents > 0 ? "OFFER" : null,
  };
}

/** What the lines cost together, in cents. Tax is always 0. */
export const totalCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.totalPriceCents, 0);

/** What the coupon takes off the lines, in cents. */
export const couponDiscountCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + (line.discountSource === "COUPON" ? line.discountCents : 0), 0);
