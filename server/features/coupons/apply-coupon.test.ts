import fc from "fast-check";
import { expect, test } from "vitest";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { applyCoupon } from "./apply-coupon.ts";

const line = (more: Partial<CartLine> = {}): CartLine => {
  const made = {
    productId: "a",
    itemType: "MAIN",
    quantity: 1,
    unitPriceCents: 1_000,
    discountCents: 0,
    shippingCents: 0,
    offerId: null,
    ...more,
  } as const;
  return {
    ...made,
    totalPriceCents: made.unitPriceCents * made.quantity - made.discountCents + made.shippingCents,
    discountSource: made.discountCents > 0 ? "OFFER" : null,
  };
};
const bump = (productId: string, unitPriceCents: number, discountCents = 0) =>
  line({ productId, itemType: "ORDER_BUMP", unitPriceCents, discountCents, offerId: `bump-${productId}` });

const percent = (discountValue: number, productIds: string[] = []) =>
  ({ discountType: "PERCENTAGE", discountValue, productIds }) as const;
const fixed = (discountValue: number, productIds: string[] = []) =>
  ({ discountType: "FIXED", discountValue, productIds }) as const;
const discounts = (lines: CartLine[]) => lines.map((line) => [line.discountCents, line.discountSource]);

test("a percentage rounds the price down, line by line", () => {
  const [first, second] = applyCoupon([line({ unitPriceCents: 999 }), bump("b", 333)], percent(3_333));
  expect(first).toMatchObject({ totalPriceCents: 666, discountCents: 333, discountSource: "COUPON" });
  expect(second).toMatchObject({ totalPriceCents: 222, discountCents: 111, discountSource: "COUPON" });
});

test("a line keeps its offer unless the coupon is strictly better", () => {
  const lines = [line(), bump("b", 1_000, 200), bump("c", 1_000, 199), bump("d", 1_000, 300)];
  expect(discounts(applyCoupon(lines, percent(2_000)))).toEqual([
    [200, "COUPON"],
    [200, "OFFER"],
    [200, "COUPON"],
    [300, "OFFER"],
  ]);
});

test("a fixed coupon is spent once: on the main line first, then in order", () => {
  const lines = [bump("b", 400), line({ unitPriceCents: 300 }), bump("c", 500)];
  expect(discounts(applyCoupon(lines, fixed(800)))).toEqual([
    [400, "COUPON"],
    [300, "COUPON"],
    [100, "COUPON"],
  ]);
});

test("what a fixed coupon would not better stays with its offer, and costs the coupon nothing", () => {
  const lines = [line({ unitPriceCents: 300 }), bump("b", 1_000, 250), bump("c", 900)];
  expect(discounts(applyCoupon(lines, fixed(500)))).toEqual([
    [300, "COUPON"],
    [250, "OFFER"],
    [200, "COUPON"],
  ]);
});

test("only lines that the coupon is for change, and free shipping changes none", () => {
  const lines = [line(), bump("b", 1_000)];
  expect(discounts(applyCoupon(lines, percent(10_000, ["b"])))).toEqual([
    [0, null],
    [1_000, "COUPON"],
  ]);
  expect(applyCoupon(lines, { discountType: "FREE_SHIPPING", discountValue: 0, productIds: [] })).toEqual(
    lines,
  );
});

const anyLine = fc
  .record({
    productId: fc.constantFrom("a", "b", "c", "d"),
    quantity: fc.integer({ min: 1, max: 5 }),
    unitPriceCents: fc.integer({ min: 0, max: 20_000_000 }),
    offered: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ offered, ...rest }) =>
    line({
      ...rest,
      itemType: "ORDER_BUMP",
      discountCents: Math.floor((rest.unitPriceCents * rest.quantity * offered) / 10_000),
    }),
  );
const anyCart = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 6 }), fc.nat(5))
  .map(([lines, main]) =>
    lines.map((line, index) =>
      index === main % lines.length ? { ...line, itemType: "MAIN" as const } : line,
    ),
  );
const productIds = fc.subarray(["a", "b", "c", "d"]);
const anyCoupon = fc.oneof(
  fc.record({
    discountType: fc.constant("PERCENTAGE" as const),
    discountValue: fc.integer({ min: 1, max: 10_000 }),
    productIds,
  }),
  fc.record({
    discountType: fc.constant("FIXED" as const),
    discountValue: fc.integer({ min: 0, max: 99_999_999 }),
    productIds,
  }),
  fc.record({
    discountType: fc.constant("FREE_SHIPPING" as const),
    discountValue: fc.constant(0),
    productIds,
  }),
);

test("whatever the cart and the coupon, every line adds up and no buyer pays more for one than without it", () => {
  fc.assert(
    fc.property(anyCart, anyCoupon, (lines, coupon) => {
      const applied = applyCoupon(lines, coupon);
      expect(applied).toHaveLength(lines.length);
      for (const [index, after] of applied.entries()) {
        const before = lines[index];
        if (!before) throw new Error("a line came from nowhere");
        expect(after.totalPriceCents).toBeGreaterThanOrEqual(0);
        expect(after.totalPriceCents).toBe(after.unitPriceCents * after.quantity - after.discountCents);
        expect(after.totalPriceCents).toBeLessThanOrEqual(before.totalPriceCents);
        const { discountCents, totalPriceCents, discountSource, ...rest } = after;
        expect(before).toMatchObject(rest);
        if (after.discountSource === "COUPON") {
          expect(discountCents).toBeGreaterThan(before.discountCents);
          expect(coupon.productIds.length === 0 || coupon.productIds.includes(after.productId)).toBe(true);
        } else expect({ discountCents, totalPriceCents, discountSource }).toMatchObject(pick(before));
      }
      expect(applyCoupon(lines, coupon)).toEqual(applied);
    }),
  );
});

test("a fixed coupon never gives more than its value, and gives all of it where the lines can take it", () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: 0, max: 99_999_999 }), (lines, value) => {
      const applied = applyCoupon(lines, fixed(value));
      const given = applied.reduce(
        (sum, line) => sum + (line.discountSource === "COUPON" ? line.discountCents : 0),
        0,
      );
      expect(given).toBeLessThanOrEqual(value);
      if (lines.every(({ discountCents }) => discountCents === 0)) {
        const priceCents = lines.reduce((sum, line) => sum + line.totalPriceCents, 0);
        expect(given).toBe(Math.min(value, priceCents));
      }
    }),
  );
});

const pick = ({ discountCents, totalPriceCents, discountSource }: CartLine) => ({
  discountCents,
  totalPriceCents,
  discountSource,
});
