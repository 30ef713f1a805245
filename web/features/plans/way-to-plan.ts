import type { PlanName } from "#contract/plans/plan-terms.ts";
import type { MyPlan } from "./plan-query.ts";

/**
 * What the card of a paid plan offers: to pay for it, to move to it, or to move later, when the membership that runs can;
 * nothing where it is there already, or where that membership is its own.
 */
export function wayTo(
  name: PlanName,
  { plan, membership }: Pick<MyPlan, "plan" | "membership">,
  canMove: boolean,
): "BUY" | "MOVE" | "MOVE_LATER" | "NONE" {
  if (plan === name) return "NONE";
  if (!membership?.isRunning) return plan === "ENTERPRISE" ? "NONE" : "BUY";
  if (membership.plan === name) return "NONE";
  return canMove ? "MOVE" : "MOVE_LATER";
}

/** What it costs by the month: what is paid for it already, or today's price; undefined where it is not for sale. */
export function priceOf(
  name: PlanName,
  { membership, offers }: Pick<MyPlan, "membership" | "offers">,
): { priceCents: number; currency: string } | undefined {
  if (membership?.isRunning && membership.plan === name) return membership;
  return offers.find(({ plan }) => plan === name);
}
