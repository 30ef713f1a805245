import type { Draft } from "#contract/checkout/draft.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { Cart } from "./cart.ts";
import type { PricedCheckout } from "./use-checkout-session.ts";

/** What a mail's link says of the checkout that it has filled in: that it is back, and what is not as it was left. */
export function changesSince(
  { left, orderBumps }: Draft,
  start: Cart,
  priced: PricedCheckout | undefined,
): string {
  const now = priced && priced.totalCents - (priced.shipping?.cents ?? 0);
  return [
    "Here is what you left.",
    start.orderBumps.length < orderBumps.length && "An extra that you had chosen is not offered any more.",
    left &&
      priced &&
      now !== left.totalCents &&
      `It came to ${formatMoney(left.totalCents, priced.currency)}, and comes to ${formatMoney(now ?? 0, priced.currency)} now.`,
  ]
    .filter(Boolean)
    .join(" ");
}
