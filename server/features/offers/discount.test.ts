import fc from "fast-check";
import { expect, test } from "vitest";
import { discountedPriceCents } from "./discount.ts";

test.each([
  [1_900, { type: "PERCENTAGE", value: 1_000 }, 1_710],
  [999, { type: "PERCENTAGE", value: 3_333 }, 666],
  [999, { type: "PERCENTAGE", value: 10_000 }, 0],
  [1_900, { type: "FIXED", value: 500 }, 1_400],
  [300, { type: "FIXED", value: 500 }, 0],
] as const)("%i cents less %o cost %i", (price, discount, expected) => {
  expect(discountedPriceCents(price, discount)).toBe(expected);
});

test("a discounted price is a whole number between 0 and the price", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom("FIXED" as const, "PERCENTAGE" as const),
      fc.integer({ min: 0, max: 10_000 }),
      (price, type, value) => {
        const discounted = discountedPriceCents(price, { type, value });
        expect(Number.isInteger(discounted)).toBe(true);
        expect(discounted).toBeGreaterThanOrEqual(0);
        expect(discounted).toBeLessThanOrEqual(price);
      },
    ),
  );
});
