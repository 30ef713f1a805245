import { describe, expect, test } from "vitest";
import { couponFormSchema } from "./coupon-form-schema.ts";
import {
  type CouponFormValues,
  inputOfValues,
  type MyCoupon,
  newCouponValues,
  valuesOfCoupon,
} from "./coupon-form-values.ts";

const zone = "America/New_York";
const fresh: CouponFormValues = { ...newCouponValues(new Date("2026-11-21T12:00:30Z"), zone), code: "SAVE5" };

/** The first thing that is wrong with each field, which is what the form shows. */
function problemsOf(values: CouponFormValues): Record<string, string> {
  const { error } = couponFormSchema.safeParse(values);
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join("."), message]),
  );
}
const sent = (values: CouponFormValues, previous?: MyCoupon) =>
  inputOfValues(couponFormSchema.parse(values), zone, previous);

describe("the coupon form", () => {
  test("starts as $5 off everything, from now on, active", () => {
    expect(sent(fresh)).toEqual({
      code: "SAVE5",
      name: "",
      description: "",
      discountType: "FIXED",
      discountValue: 500,
      minimumOrderCents: 0,
      usageLimit: null,
      validFrom: "2026-11-21T12:00:00.000Z",
      validUntil: null,
      applicableProducts: null,
      firstTimeCustomerOnly: false,
      active: true,
    });
  });

  test("sends dollars as cents, per cent as basis points, and the code in capitals", () => {
    expect(sent({ ...fresh, code: " save-5 ", amount: "$1,299.5", minimumOrder: "19.99" })).toMatchObject({
      code: "SAVE-5",
      discountValue: 129_950,
      minimumOrderCents: 1_999,
    });
    expect(sent({ ...fresh, discountType: "PERCENTAGE", percent: "12.5%", amount: "?" })).toMatchObject({
      discountType: "PERCENTAGE",
      discountValue: 1_250,
    });
    expect(sent({ ...fresh, discountType: "FREE_SHIPPING", amount: "", usageLimit: "25" })).toMatchObject({
      discountValue: 0,
      usageLimit: 25,
    });
  });

  test.each<[Partial<CouponFormValues>, Record<string, string>]>([
    [{ code: "ab" }, { code: "Coupon code must be at least 3 characters long" }],
    [{ code: "a b c" }, { code: "Use the letters A to Z and digits, without spaces" }],
    [{ amount: "" }, { amount: "Discount value must be greater than 0" }],
    [{ amount: "0" }, { amount: "Discount value must be greater than 0" }],
    [{ amount: "-5" }, { amount: "Discount value must be greater than 0" }],
    [{ amount: "five" }, { amount: "Enter an amount such as 19 or 19.99" }],
    [{ discountType: "PERCENTAGE", percent: "100.01" }, { percent: "A percentage is at most 100" }],
    [
      { minimumOrder: "1.999" },
      { minimumOrder: "“1.999” can be read in two ways. Write 1999 for $1,999.00" },
    ],
    [{ usageLimit: "0" }, { usageLimit: "Usage limit must be at least 1" }],
    [{ usageLimit: "1.5" }, { usageLimit: "Enter a whole number, or leave it blank" }],
    [{ validFrom: "" }, { validFrom: "Choose a date and time" }],
    [{ validUntil: fresh.validFrom }, { validUntil: "The end must be after the start" }],
    [
      { code: "", amount: "0" },
      {
        code: "Coupon code must be at least 3 characters long",
        amount: "Discount value must be greater than 0",
      },
    ],
  ])("refuses %o", (change, problems) => {
    expect(problemsOf({ ...fresh, ...change })).toEqual(problems);
  });

  test("understands amounts and percentages with a decimal comma", () => {
    const typed = { ...fresh, amount: "32,00", minimumOrder: "1.299,95", usageLimit: "1,000" };
    expect(problemsOf(typed)).toEqual({});
    expect(inputOfValues(typed, zone)).toMatchObject({
      discountValue: 3_200,
      minimumOrderCents: 129_995,
      usageLimit: 1_000,
    });
    expect(inputOfValues({ ...fresh, discountType: "PERCENTAGE", percent: "12,5" }, zone).discountValue).toBe(
      1_250,
    );
  });

  test("changes nothing about a coupon that is opened and saved", () => {
    const coupon: MyCoupon = {
      id: "1",
      code: "AUTUMN",
      name: "Autumn",
      description: "",
      discountType: "PERCENTAGE",
      discountValue: 1_250,
      minimumOrderCents: 1_000,
      usageLimit: 4,
      usageCount: 1,
      revision: 1,
      validFrom: "2026-11-21T12:00:31.500Z",
      validUntil: "2027-01-01T00:00:59.000Z",
      applicableProducts: ["p"],
      firstTimeCustomerOnly: true,
      active: false,
      createdAt: "2026-11-21T12:00:31.500Z",
      updatedAt: "2026-11-21T12:00:31.500Z",
    };
    const { id, usageCount, revision, createdAt, updatedAt, ...fields } = coupon;
    expect(sent(valuesOfCoupon(coupon, zone), coupon)).toEqual(fields);
    expect([id, usageCount, revision, createdAt, updatedAt]).toHaveLength(5);
  });
});
