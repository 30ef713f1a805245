import { starterLimits } from "#contract/plans/plan-terms.ts";
import type { Config } from "#server/config.ts";
import type { CreatorPlan } from "./creator-plan.ts";

export type Planned = { plan: CreatorPlan; trialEndsAt: Date };

const dayMs = 86_400_000;

/** Days that are left of a trial at a moment, the running one included; 0 with a plan of one's own. */
export const trialDaysLeft = ({ plan, trialEndsAt }: Planned, now: Date): number =>
  plan === "STARTER" ? Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs)) : 0;

/** What a creator may have at a moment; null: as much as there is. */
export type Limits = { products: number | null; replies: number | null; looks: boolean };

/**
 * What a plan allows, for everything that asks: products on sale, automatic replies in a calendar month (UTC), and whether
 * every look may be published. The trial allows what Pro does, and an installation without plans everything.
 */
export function limitsFor(
  { plan, trialEndsAt }: Planned,
  { plans }: Pick<Config, "plans">,
  now: Date,
): Limits {
  const isOpen = !plans || plan !== "STARTER" || trialEndsAt > now;
  return isOpen ? { products: null, replies: null, looks: true } : { ...starterLimits, looks: false };
}
