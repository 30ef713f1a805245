import { z } from "zod";
import { readNumber, valueOf } from "#web/ui/typed-number.ts";
import { offerPriceOf } from "./offer-discount.ts";
import { discountKind, type OfferFormValues } from "./offer-form-values.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";

const highestCents = 99_999_999;
const lowestPriceCents = 50;

/** Checks the form as the server will. `priceOf` tells a product's price in cents. */
export function offerFormSchema(
  kind: OfferKind,
  priceOf: (productId: string) => number | undefined,
): z.ZodType<OfferFormValues, OfferFormValues> {
  const { carrier, product, place, firstPlace } = offerTexts[kind];
  return z
    .object({
      carrierId: z.string().min(1, `${carrier} is required`),
      productId: z.string().min(1, `${product} is required`),
      title: z.string().trim().min(1, "Title is required").max(200, "Use at most 200 characters"),
      description: z.string().trim().max(1_000, "Use at most 1,000 characters"),
      discountType: z.enum(["FIXED", "PERCENTAGE"]),
      discountValue: z.string(),
      place: z
        .string()
        .trim()
        .refine((text) => isPlace(valueOf(text, "whole"), firstPlace), {
          error: `${place} is a whole number, at least ${firstPlace}`,
        }),
      active: z.boolean(),
      endsAt: z.string(),
    })
    .superRefine(
      (values, context) => {
        const wrong = (path: keyof OfferFormValues, message: string) =>
          context.addIssue({ code: "custom", path: [path], message });
        if (values.productId !== "" && values.productId === values.carrierId)
          wrong("productId", "Choose another product than the one it comes with");
        const problem = discountProblem(kind, values, priceOf(values.productId));
        if (problem) wrong("discountValue", problem);
      },
      // All that is wrong is said at once, also beside a missing title.
      { when: () => true },
    );
}

const isPlace = (place: number | undefined, first: number) =>
  place !== undefined && place >= first && place <= 999_999;

function discountProblem(
  kind: OfferKind,
  { discountType, discountValue: text }: OfferFormValues,
  priceCents: number | undefined,
): string | undefined {
  const read = readNumber(text, discountKind(discountType));
  if ("problem" in read) return read.problem;
  const discountValue = read.value ?? 0;
  if (discountType === "PERCENTAGE" && discountValue > 10_000) return "A discount is at most 100%";
  if (discountValue > highestCents) return "At most $999,999.99";
  if (kind === "order-bumps" || priceCents === undefined) return undefined;
  const price = offerPriceOf(priceCents, { discountType, discountValue });
  return price > 0 && price < lowestPriceCents
    ? "With this discount it costs less than a card can pay: make it $0.50 or more, or free"
    : undefined;
}
