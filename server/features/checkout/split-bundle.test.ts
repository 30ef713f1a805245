import fc from "fast-check";
import { expect, test } from "vitest";
import { wholeLines } from "#contract/orders/whole-lines.ts";
import { sharesOf } from "#server/features/orders/shares-of.ts";
import { mainLine } from "./pricing.ts";
import { splitBundle } from "./split-bundle.ts";

const cents = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 99_999_999 }));

test("an amount falls on its parts to the cent, none of them off by a cent or more from its exact share", () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 20 }), (amount, weights) => {
      const shares = sharesOf(amount, weights);
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
      for (const [place, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0);
        const exact = whole === 0 ? amount / weights.length : amount * ((weights[place] ?? 0) / whole);
        expect(Math.abs(share - exact)).toBeLessThan(1.001);
        if (amount <= whole) expect(share).toBeLessThanOrEqual(weights[place] ?? 0);
      }
    }),
  );
});

test("the largest remainders have the cents that are left, the earlier of equals first; what is free is shared alike", () => {
  expect(sharesOf(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharesOf(1_000, [333, 666, 1])).toEqual([333, 666, 1]);
  expect(sharesOf(999, [1_900, 2_900, 0])).toEqual([395, 604, 0]);
  expect(sharesOf(10, [0, 0, 0])).toEqual([4, 3, 3]);
  expect(sharesOf(0, [7, 0])).toEqual([0, 0]);
});

test("whatever it costs, a bundle's lines keep its price, its discount and its shipping, and each adds up", () => {
  const parts = fc.array(fc.record({ id: fc.uuid(), priceCents: cents, requiresShipping: fc.boolean() }), {
    minLength: 2,
    maxLength: 20,
  });
  fc.assert(
    fc.property(parts, cents, fc.nat(100), fc.nat(5_000), (held, priceCents, percent, postage) => {
      const discountCents = Math.floor((priceCents * percent) / 100);
      const shippingCents = held.some(({ requiresShipping }) => requiresShipping) ? postage : 0;
      const whole = {
        ...mainLine({ id: "bundle", priceCents }),
        discountCents,
        discountSource: discountCents > 0 ? ("COUPON" as const) : null,
        shippingCents,
        totalPriceCents: priceCents - discountCents + shippingCents,
      };
      const lines = splitBundle(
        [whole, { ...mainLine({ id: "bump", priceCents: 700 }), itemType: "ORDER_BUMP" }],
        held,
      );
      for (const line of lines) {
        expect(line.totalPriceCents).toBe(line.unitPriceCents - line.discountCents + line.shippingCents);
        expect(line.discountCents).toBeLessThanOrEqual(line.unitPriceCents);
        if (!held.find(({ id }) => id === line.productId)?.requiresShipping)
          expect(line.shippingCents).toBe(0);
      }
      const [bundle, bump] = wholeLines(lines);
      const { discountSource: _, ...amounts } = whole;
      expect(bundle).toMatchObject(amounts);
      expect(bump).toMatchObject({ productId: "bump", totalPriceCents: 700, parts: [] });
    }),
  );
});
