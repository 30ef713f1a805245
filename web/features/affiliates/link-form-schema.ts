import { z } from "zod";
import { Email } from "#contract/values.ts";
import { readNumber, valueOf } from "#web/ui/typed-number.ts";

/** The form as it is typed. `affiliateId` is "" for somebody new. */
export type LinkFormValues = {
  code: string;
  productId: string;
  affiliateId: string;
  name: string;
  email: string;
  percent: string;
};

/** A share of the price as typed: "12.5", "12,5" or "12.5 %". */
export const Percent = z.string().superRefine((text, context) => {
  const read = readNumber(text, "percent");
  if ("problem" in read) context.addIssue({ code: "custom", message: read.problem });
  else if (read.value === null)
    context.addIssue({ code: "custom", message: "Enter a percentage such as 20 or 12.5" });
  else if (read.value > 10_000) context.addIssue({ code: "custom", message: "Between 0 and 100 %" });
});

export const AffiliateName = z
  .string()
  .trim()
  .min(1, "Name is required")
  .max(120, "Use at most 120 characters");
export const OptionalEmail = z
  .string()
  .trim()
  .refine((text) => text === "" || Email.safeParse(text).success, "Please enter a valid email address");

/** Checks the form as the server will; who a new affiliate is matters for new ones only. */
export const linkFormSchema: z.ZodType<LinkFormValues, LinkFormValues> = z
  .object({
    code: z
      .string()
      .trim()
      .min(1, "Code is required")
      .min(3, "Use at least 3 characters")
      .max(40, "Use at most 40 characters")
      .regex(/^[A-Za-z0-9_-]+$/, "Use letters, digits, - and _"),
    productId: z.string(),
    affiliateId: z.string(),
    name: z.string(),
    email: z.string(),
    percent: z.string(),
  })
  .superRefine(
    ({ affiliateId, ...values }, context) => {
      if (affiliateId !== "") return;
      const checks = { name: AffiliateName, email: OptionalEmail, percent: Percent };
      for (const field of ["name", "email", "percent"] as const) {
        const { error } = checks[field].safeParse(values[field]);
        if (error)
          context.addIssue({ code: "custom", path: [field], message: error.issues[0]?.message ?? "" });
      }
    },
    // All that is wrong is said at once, also beside a missing code.
    { when: () => true },
  );

/** "12.5 %" is 0.125. */
export const rateOf = (percent: string) => (valueOf(percent, "percent") ?? 0) / 10_000;
