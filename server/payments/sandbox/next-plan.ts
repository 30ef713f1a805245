import type { Plan } from "#server/payments/subscription-gateway.ts";
import type { SubscriptionRow } from "./subscription-rows.ts";

type NextPlan = Pick<SubscriptionRow, "nextInterval" | "nextPrice">;

/** The present plan goes on. */
export const noNextPlan: NextPlan = { nextInterval: null, nextPrice: null };

/** As a row has it; what it bills anyway is no other plan. */
export function nextPlanFields(row: SubscriptionRow, plan: Plan | null): NextPlan {
  if (!plan || (plan.interval === row.interval && plan.priceCents === row.price)) return noNextPlan;
  return { nextInterval: plan.interval, nextPrice: plan.priceCents };
}

export const nextPlanOf = ({ nextInterval, nextPrice }: SubscriptionRow): Plan | null =>
  nextInterval && nextPrice !== null ? { interval: nextInterval, priceCents: nextPrice } : null;
