import { z } from "zod";
import { type CouponFormValues, discountText, hundredthsOf } from "./coupon-form-values.ts";

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
      .regex(/^[!-~]*$/, "Use letters and digits without spaces"),
    name: z.string().trim().max(120, "Use at most 120 characters"),
    description: z.string().trim().max(500, "Use at most 500 characters"),
    discountType: z.enum(["FIXED", "PERCENTAGE", "FREE_SHIPPING"]),
    amount: z.string(),
    percent: z.string(),
    minimumOrder: z
      .string()
      .trim()
      .refine(
        (text) => text === "" || hundredthsOf(text) !== undefined,
        "Enter an amount such as 19 or 19.99",
      )
      .refine((text) => (hundredthsOf(text) ?? 0) <= highestCents, "The highest amount is $999,999.99"),
    usageLimit: z
      .string()
      .trim()
      .refine((text) => text === "" || /^\d{1,9}$/.test(text), "Enter a whole number, or leave it blank")
      .refine((text) => text === "" || Number(text) >= 1, "Usage limit must be at least 1"),
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
  const text = discountText(values);
  const hundredths = hundredthsOf(text);
  if (hundredths === undefined)
    return text.trim() === "" || Number(text) <= 0 ? valueRequired : "Enter a number such as 5 or 12.50";
  if (hundredths === 0) return valueRequired;
  if (values.discountType === "PERCENTAGE")
    return hundredths > 10_000 ? "A percentage is at most 100" : undefined;
  return hundredths > highestCents ? "The highest discount is $999,999.99" : undefined;
}
