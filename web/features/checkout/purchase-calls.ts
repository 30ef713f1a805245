import type { Address } from "#contract/checkout/address-format.ts";
import { completeFreeOrder, confirmTotal } from "#contract/checkout/checkout.ts";
import { callApi, type Output } from "#web/api.ts";
import { formatMoney } from "#web/ui/money.ts";
import { bumpsOf } from "./amounts.ts";
import type { CheckoutSession } from "./cart.ts";
import { typedConsent } from "./typed-consent.ts";
import { typedTime } from "./typed-time.ts";

export type Buyer = { email: string; name: string; shippingAddress?: Address };
export type Repriced = Pick<CheckoutSession, "totalCents" | "trial" | "lines">;

/** Longer than any answer takes that still comes. */
const answersWithinMs = 20_000;

/** Places the order of a checkout that costs nothing. */
export const orderForFree = (
  { checkoutSessionId, cartVersion }: CheckoutSession,
  { name, shippingAddress }: Buyer,
  form: HTMLFormElement | null,
) =>
  callApi(
    completeFreeOrder,
    {
      params: { checkoutSessionId },
      body: {
        cartVersion,
        customerName: name,
        ...(shippingAddress && { shippingAddress }),
        ...typedTime(form),
      },
    },
    { signal: AbortSignal.timeout(answersWithinMs) },
  );

/** Asks whether the total that the buyer saw is what will be charged. */
export const confirmSeenTotal = (
  { checkoutSessionId, cartVersion, totalCents }: CheckoutSession,
  { name, shippingAddress }: Buyer,
  form: HTMLFormElement | null,
) =>
  callApi(
    confirmTotal,
    {
      params: { checkoutSessionId },
      body: {
        cartVersion,
        totalCents,
        customerName: name,
        ...(shippingAddress && { shippingAddress }),
        ...typedTime(form),
        ...typedConsent(form),
      },
    },
    { signal: AbortSignal.timeout(answersWithinMs) },
  );

/** Why a total has changed, as far as the server says. */
export const reasonOf = (
  now: Pick<Output<typeof confirmTotal>, "couponProblem" | "lines">,
  seen: Pick<CheckoutSession, "lines">,
): string => {
  const ended = bumpsOf(now.lines).length < bumpsOf(seen.lines).length;
  return `${now.couponProblem ? `${now.couponProblem} ` : ""}${ended ? "An offer has ended. " : ""}`;
};

/** What the buyer is asked where the total is not what they saw. */
export function priceNews({ totalCents, trial, lines }: Repriced, currency: string): string {
  const main = lines.find(({ itemType }) => itemType === "MAIN");
  const price = formatMoney(trial && main ? main.unitPriceCents : totalCents, currency);
  return `The price${trial ? " after the free trial" : ""} is now ${price}. Please check the total and confirm again.`;
}
