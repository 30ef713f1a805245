import { expect, test } from "vitest";
import { couponRefusal } from "./coupon-refusal.ts";
import type { CouponTerms } from "./coupon-terms.ts";

const now = new Date("2026-11-21T12:00:00Z");
const before = new Date("2026-11-20T12:00:00Z");
const after = new Date("2026-11-22T12:00:00Z");

const terms: CouponTerms = {
  id: "c",
  code: "SAVE",
  discountType: "FIXED",
  discountValue: 500,
  minimumOrderCents: 0,
  usageLimit: null,
  usageCount: 0,
  heldCount: 0,
  validFrom: before,
  validUntil: null,
  productIds: [],
  firstTimeCustomerOnly: false,
  active: true,
};
const book = { productId: "book", unitPriceCents: 2_000, quantity: 1, shipped: false };
const mug = { productId: "mug", unitPriceCents: 1_000, quantity: 2, shipped: true };

const refusal = (more: Partial<CouponTerms>, cart: Partial<Parameters<typeof couponRefusal>[1]> = {}) =>
  couponRefusal({ ...terms, ...more }, { lines: [book], firstPurchase: true, now, ...cart });

test("a coupon that fits is not refused", () => {
  expect(refusal({})).toBeUndefined();
  expect(refusal({ validFrom: now, validUntil: after, usageLimit: 2, usageCount: 1 })).toBeUndefined();
  expect(refusal({ firstTimeCustomerOnly: true })).toBeUndefined();
});

test("an inactive coupon cannot be told from none", () => {
  const none = couponRefusal(undefined, { lines: [book], firstPurchase: true, now });
  expect(none).toEqual({ code: "COUPON_NOT_FOUND", message: "This coupon code does not exist." });
  expect(refusal({ active: false })).toEqual(none);
});

test.each<[string, Partial<CouponTerms>, Partial<Parameters<typeof couponRefusal>[1]>?]>([
  ["COUPON_SCHEDULED", { validFrom: after }],
  ["COUPON_EXPIRED", { validUntil: before }],
  ["COUPON_EXPIRED", { validUntil: now }],
  ["COUPON_EXHAUSTED", { usageLimit: 1, usageCount: 1 }],
  ["COUPON_EXHAUSTED", { usageLimit: 3, usageCount: 1, heldCount: 2 }],
  ["COUPON_NOT_FOR_PRODUCT", { productIds: ["mug"] }],
  ["COUPON_NOT_FOR_PRODUCT", { discountType: "FREE_SHIPPING" }],
  ["COUPON_BELOW_MINIMUM", { minimumOrderCents: 2_001 }],
  ["COUPON_FIRST_PURCHASE_ONLY", { firstTimeCustomerOnly: true }, { firstPurchase: false }],
])("says %s of %o", (code, more, cart) => {
  expect(refusal(more, cart)?.code).toBe(code);
});

test("the first reason in the order of the rules is the one that is told", () => {
  const all: Partial<CouponTerms> = {
    validFrom: after,
    validUntil: before,
    usageLimit: 1,
    usageCount: 1,
    productIds: ["mug"],
    minimumOrderCents: 9_999,
    firstTimeCustomerOnly: true,
  };
  const told: (string | undefined)[] = [];
  const fixes: Partial<CouponTerms>[] = [
    { validFrom: before },
    { validUntil: null },
    { usageLimit: null },
    { productIds: [] },
    { minimumOrderCents: 0 },
    { firstTimeCustomerOnly: false },
  ];
  for (let fixed = 0; fixed <= fixes.length; fixed++) {
    told.push(
      refusal(Object.assign({}, all, ...fixes.slice(0, fixed)) as typeof all, { firstPurchase: false })?.code,
    );
  }
  expect(told).toEqual([
    "COUPON_SCHEDULED",
    "COUPON_EXPIRED",
    "COUPON_EXHAUSTED",
    "COUPON_NOT_FOR_PRODUCT",
    "COUPON_BELOW_MINIMUM",
    "COUPON_FIRST_PURCHASE_ONLY",
    undefined,
  ]);
});

test("a minimum counts the lines that the coupon is for, at their full price, and is named", () => {
  const lines = [book, mug];
  expect(refusal({ minimumOrderCents: 4_000 }, { lines })).toBeUndefined();
  expect(refusal({ minimumOrderCents: 2_000, productIds: ["mug"] }, { lines })).toBeUndefined();
  expect(refusal({ minimumOrderCents: 2_001, productIds: ["mug"] }, { lines })).toEqual({
    code: "COUPON_BELOW_MINIMUM",
    message: "This coupon needs an order of at least $20.01 of the products it is for.",
  });
  expect(refusal({ minimumOrderCents: 5_000 }, { lines })?.message).toBe(
    "This coupon needs an order of at least $50.00.",
  );
});

test("free shipping counts where a line it is for is shipped", () => {
  const lines = [book, mug];
  expect(refusal({ discountType: "FREE_SHIPPING" }, { lines })).toBeUndefined();
  expect(refusal({ discountType: "FREE_SHIPPING", productIds: ["book"] }, { lines })?.message).toBe(
    "This coupon is for products that are shipped.",
  );
});
