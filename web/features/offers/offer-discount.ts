import { formatMoney } from "#web/ui/money.ts";
import type { OfferInput } from "./offer-calls.ts";

type Discount = Pick<OfferInput, "discountType" | "discountValue">;

/** What a product costs with an offer, in cents, as the server will charge it: rounded down, never below 0. */
export function offerPriceOf(priceCents: number, { discountType, discountValue }: Discount): number {
  if (discountType === "PERCENTAGE")
    return Math.floor((priceCents * Math.max(0, 10_000 - discountValue)) / 10_000);
  return Math.max(0, priceCents - discountValue);
}

/** A discount in words: "25% off", "$5.00 off". */
export function discountText({ discountType, discountValue }: Discount): string {
  if (discountValue === 0) return "No discount";
  return discountType === "PERCENTAGE" ? `${discountValue / 100}% off` : `${formatMoney(discountValue)} off`;
}
