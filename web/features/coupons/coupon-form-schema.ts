import { z } from "zod";
import { readNumber } from "#web/ui/typed-number.ts";
import { type CouponFormValues, readDiscount } from "./coupon-form-values.ts";

const valueRequired = "Discount value must be greater than 0";
const highestCents = 99_999_999;

/** Checks the form as the server will; the field of another kind of discount is left alone. */
export const couponFormSchema: z.ZodType<CouponFormValues, CouponFormValues> = z
  .object({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .min(3, "Coupon code must be at least 3 characters long")
      .max(40, "Use at most 40 characters")
      .regex(/^[!-~]*$/, "Use the letters A to Z and digits, without spaces"),
    name: z.string().trim().max(120, "Use at most 120 characters"),
    description: z.string().trim().max(500, "Use at most 500 characters"),
    discountType: z.enum(["FIXED", "PERCENTAGE", "FREE_SHIPPING"]),
    amount: z.string(),
    percent: z.string(),
    minimumOrder: z.string().superRefine((text, context) => {
      const read = readNumber(text, "money");
      if ("problem" in read) context.addIssue({ code: "custom", message: read.problem });
      else if ((read.value ?? 0) > highestCents)
        context.addIssue({ code: "custom", message: "The highest amount is $999,999.99" });
    }),
    usageLimit: z.string().superRefine((text, context) => {
      const read = readNumber(text, "whole");
      if ("problem" in read)
        context.addIssue({ code: "custom", message: "Enter a whole number, or leave it blank" });
      else if (read.value !== null && read.value < 1)
        context.addIssue({ code: "custom", message: "Usage limit must be at least 1" });
      else if ((read.value ?? 0) > 999_999_999)
        context.addIssue({ code: "custom", message: "The highest limit is 999,999,999" });
    }),
    validFrom: z.string().min(1, "Choose a date and time"),
    validUntil: z.string(),
    applicableProducts: z.array(z.string()),
    firstTimeCustomerOnly: z.boolean(),
    active: z.boolean(),
  })
  .superRefine(
    (values, context) => {
      const wrong = (field: keyof CouponFormValues, message: string) =>
        context.addIssue({ code: "custom", path: [field], message });
      const problem = discountProblem(values);
      if (problem) wrong(values.discountType === "PERCENTAGE" ? "percent" : "amount", problem);
      if (values.validUntil !== "" && values.validUntil <= values.validFrom)
        wrong("validUntil", "The end must be after the start");
    },
    // All that is wrong is said at once, also beside a missing code.
    { when: () => true },
  );

function discountProblem(values: CouponFormValues): string | undefined {
  if (values.discountType === "FREE_SHIPPING") return undefined;
  const read = readDiscount(values);
  if ("problem" in read) return isNegative(values) ? valueRequired : read.problem;
  if (!read.value) return valueRequired;
  if (values.discountType === "PERCENTAGE")
    return read.value > 10_000 ? "A percentage is at most 100" : undefined;
  return read.value > highestCents ? "The highest discount is $999,999.99" : undefined;
}

const isNegative = ({ discountType, amount, percent }: CouponFormValues) =>
  /^\s*[-−]/.test(discountType === "PERCENTAGE" ? percent : amount);
