import type { StripeState } from "#tests/support/stripe-server/state.ts";
import type { NextAction } from "./objects.ts";

/** A page of the buyer's bank that asks them; where they go next is in the intent. */
export function askBank(
  state: StripeState,
  intentId: string,
  { useSdk, returnUrl }: { useSdk: boolean; returnUrl: string | null },
): NextAction {
  const token = state.random.letters(32);
  state.challenges.set(token, { intentId, returnUrl });
  const url = `${state.pagesUrl}/three_d_secure/${token}`;
  return useSdk
    ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } }
    : { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } };
}
