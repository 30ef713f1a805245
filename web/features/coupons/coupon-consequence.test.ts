import { expect, test } from "vitest";
import { couponConsequence } from "./coupon-consequence.ts";
import type { CouponBody } from "./coupon-form-values.ts";

const product = (
  id: string,
  priceCents: number,
  facts: { type?: "PHYSICAL" | "DOWNLOAD"; active?: boolean } = {},
) => ({
  id,
  title: id,
  type: "DOWNLOAD" as const,
  active: true,
  priceCents,
  ...facts,
});
const products = [
  product("Guide", 1_900),
  product("Sticker", 400, { type: "PHYSICAL" }),
  product("Draft", 100, { active: false }),
  product("Gift", 0),
];
const said = (coupon: Partial<CouponBody>, postageCents = 650) =>
  couponConsequence({ code: "X", ...coupon }, products, postageCents);

test.each<[Partial<CouponBody>, string | undefined]>([
  [{ discountType: "FIXED", discountValue: 399 }, undefined],
  [
    { discountType: "FIXED", discountValue: 400 },
    "This makes “Sticker” free. You would still pay to make and ship “Sticker”.",
  ],
  [{ discountType: "FIXED", discountValue: 400, minimumOrderCents: 1_000 }, undefined],
  [
    { discountType: "FIXED", discountValue: 1_900, applicableProducts: ["Guide"] },
    "This makes “Guide” free.",
  ],
  [{ discountType: "FIXED", discountValue: 100, applicableProducts: ["Draft"] }, "This makes “Draft” free."],
  [{ discountType: "PERCENTAGE", discountValue: 9_900 }, undefined],
  [
    { discountType: "PERCENTAGE", discountValue: 10_000 },
    "This makes “Guide” and “Sticker” free. You would still pay to make and ship “Sticker”.",
  ],
])("says what %j gives away", (coupon, text) => {
  expect(said(coupon)).toBe(text);
});

test("says where free shipping costs more than the product brings", () => {
  expect(said({ discountType: "FREE_SHIPPING" })).toBe(
    "Shipping costs up to $6.50, more than “Sticker” sells for. You would ship at a loss.",
  );
  expect(said({ discountType: "FREE_SHIPPING" }, 400)).toBeUndefined();
  expect(said({ discountType: "FREE_SHIPPING", minimumOrderCents: 1_000 })).toBeUndefined();
});
