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

/** What the lines cost together, in cents. Tax is always 0. */
export const totalCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.totalPriceCents, 0);
