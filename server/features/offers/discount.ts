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
