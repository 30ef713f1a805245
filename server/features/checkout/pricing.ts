import type { CartLine } from "#server/database/schema/checkout.ts";

export type Discount = { type: "FIXED" | "PERCENTAGE"; value: number };

/**
 * A price after a discount, in cents. Percentages are basis points, rounded down; a fixed discount subtracts cents;
 * the result is never below 0.
 */
export function discountedPriceCents(priceCents: number, discount: Discount): number {
  if (discount.type === "PERCENTAGE")
    return Math.floor((priceCents * Math.max(0, 10_000 - discount.value)) / 10_000);
  return Math.max(0, priceCents - discount.value);
}

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

/** What the lines cost together, in cents. Tax is always 0. */
export const totalCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.totalPriceCents, 0);
