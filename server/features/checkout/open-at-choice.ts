import { atInterval, type RenewalInterval } from "#contract/catalog/billing-plan.ts";
import { amountProblem, atAmount } from "#contract/catalog/own-price.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { Invalid } from "#server/errors.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import type { OpenCheckout } from "./checkout-session.ts";

type Choice = { billingInterval?: RenewalInterval | undefined; amountCents?: number | undefined };

/**
 * A product at what its buyer has chosen: by the month or the year, and for how much where that is theirs to say. An
 * amount that cannot be chosen (any more) is refused with 422 at `amountCents`, or raised to the least.
 */
export function openAtChoice(
  open: OpenCheckout,
  { billingInterval, amountCents }: Choice,
  below: "refuse" | "raise",
): OpenCheckout {
  const least = { priceCents: open.leastCents };
  const chosen = atAmount(atInterval(open, billingInterval), amountCents);
  if (open.suggestedPriceCents === null) return chosen;
  const problem = amountProblem(least, chosen.priceCents, (cents) => formatMoney(cents, open.currency));
  if (problem === undefined) return chosen;
  if (below === "refuse") throw Invalid({ amountCents: `${problem}.` });
  return { ...chosen, ...least };
}

/** Why a coupon takes off too much of what a buyer has chosen to pay; undefined where it does not. */
export function tooLittleWith(
  { suggestedPriceCents, leastCents, currency }: OpenCheckout,
  [main]: readonly CartLine[],
): string | undefined {
  if (suggestedPriceCents === null || !main) return undefined;
  if (main.unitPriceCents - main.discountCents >= leastCents) return undefined;
  return `With this code you would pay less than the least for this, ${formatMoney(leastCents, currency)}. Choose a higher amount, or leave the code out.`;
}
