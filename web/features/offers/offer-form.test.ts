import { describe, expect, it } from "vitest";
import { createOrderBump } from "#contract/offers/order-bumps.ts";
import { offerPriceOf } from "./offer-discount.ts";
import { offerFormSchema } from "./offer-form-schema.ts";
import { inputOfValues, newOfferValues, type OfferFormValues } from "./offer-form-values.ts";
import type { OfferKind } from "./offer-kinds.ts";

const main = "0b1f4c1e-6f1c-4d46-8f0e-3f2a6f1f0001";
const extra = "0b1f4c1e-6f1c-4d46-8f0e-3f2a6f1f0002";
const values: OfferFormValues = {
  ...newOfferValues("order-bumps", main, []),
  productId: extra,
  title: " Add it ",
};
const problemsOf = (kind: OfferKind, more: Partial<OfferFormValues>) =>
  offerFormSchema(kind, () => 1_000)
    .safeParse({ ...values, place: "1", ...more })
    .error?.issues.map(({ path }) => path.join("."));

describe("the offer form", () => {
  it("starts behind the offers that there are", () => {
    expect(newOfferValues("order-bumps", main, []).place).toBe("0");
    expect(newOfferValues("upsells", main, []).place).toBe("1");
  });

  it("tells the server trimmed texts and whole cents or basis points", () => {
    expect(inputOfValues({ ...values, discountValue: "$1,299.50" }, "UTC")).toMatchObject({
      title: "Add it",
      discountValue: 129_950,
      place: 0,
    });
    expect(
      inputOfValues({ ...values, discountType: "PERCENTAGE", discountValue: "12.5%" }, "UTC").discountValue,
    ).toBe(1_250);
    expect(inputOfValues({ ...values, discountValue: "32,00" }, "UTC").discountValue).toBe(3_200);
    expect(
      inputOfValues({ ...values, discountType: "PERCENTAGE", discountValue: "12,5" }, "UTC").discountValue,
    ).toBe(1_250);
    expect(inputOfValues({ ...values, discountValue: "" }, "UTC").discountValue).toBe(0);
    const { carrierId, productId, place, ...terms } = inputOfValues(values, "UTC");
    const body = { ...terms, mainProductId: carrierId, bumpProductId: productId, position: place };
    expect(createOrderBump.schema.body.safeParse(body).error).toBeUndefined();
  });

  it.each([
    [{ carrierId: "" }, "carrierId"],
    [{ productId: "" }, "productId"],
    [{ productId: main }, "productId"],
    [{ title: "  " }, "title"],
    [{ discountValue: "-5" }, "discountValue"],
    [{ discountValue: "five" }, "discountValue"],
    [{ discountType: "PERCENTAGE", discountValue: "100.01" }, "discountValue"],
    [{ discountValue: "1.234" }, "discountValue"],
    [{ discountValue: "5%" }, "discountValue"],
    [{ place: "-1" }, "place"],
    [{ place: "1.5" }, "place"],
  ] as const)("refuses %o at its field", (more, field) => {
    expect(problemsOf("order-bumps", more)).toEqual([field]);
  });

  it("lets a bump cost a few cents, and an upsell what a card can pay", () => {
    expect(problemsOf("order-bumps", { discountValue: "9.90" })).toBeUndefined();
    expect(problemsOf("upsells", { discountValue: "9.90" })).toEqual(["discountValue"]);
    expect(problemsOf("upsells", { discountValue: "9.50" })).toBeUndefined();
    expect(problemsOf("upsells", { discountValue: "10" })).toBeUndefined();
    expect(problemsOf("upsells", { place: "0" })).toEqual(["place"]);
  });
});

it("a preview's price is rounded down and never below nothing", () => {
  expect(offerPriceOf(999, { discountType: "PERCENTAGE", discountValue: 3_333 })).toBe(666);
  expect(offerPriceOf(300, { discountType: "FIXED", discountValue: 500 })).toBe(0);
});
