import type { z } from "zod";
import type { BillingInterval, PublicProduct } from "./catalog.ts";

/** What a product costs, by its own interval and, where a membership has one, by the year. */
export type PlanPrices = Pick<
  z.infer<typeof PublicProduct>,
  "priceCents" | "yearlyPriceCents" | "billingInterval"
>;
/** The longest free trial. It stands here so that pages need not carry the contract for it. */
export const longestTrialDays = 90;

/** `7 days`: how long a free trial is. */
export const trialText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** How often a membership bills. */
export type RenewalInterval = Exclude<BillingInterval, "ONE_TIME">;

/**
 * A product as whoever chose this interval buys it: with that interval's price. What is not offered (any more) leaves the
 * product's own.
 */
export function atInterval<Product extends PlanPrices>(
  product: Product,
  interval: RenewalInterval | null | undefined,
): Product {
  const { yearlyPriceCents } = product;
  if (interval !== "YEAR" || yearlyPriceCents === null) return product;
  return { ...product, priceCents: yearlyPriceCents, billingInterval: "YEAR" };
}

/** How much less a year paid at once costs than twelve months, in whole percent rounded down; 0 where it is no less. */
export function yearlySavingPercent({ priceCents, yearlyPriceCents }: PlanPrices): number {
  if (yearlyPriceCents === null || priceCents === 0) return 0;
  const months = 12 * priceCents;
  return Math.max(0, Math.floor((100 * (months - yearlyPriceCents)) / months));
}

/** `/year`, `/month`: what stands behind a price. */
export const perInterval = (interval: BillingInterval): string => (interval === "YEAR" ? "/year" : "/month");
