import type { World } from "#tests/support/stripe-server/world.ts";
import type { NextAction } from "./objects.ts";

/** A page of the buyer's bank that asks them; where they go next is in the intent. */
export function askBank(
  world: World,
  intentId: string,
  { useSdk, returnUrl }: { useSdk: boolean; returnUrl: string | null },
): NextAction {
  const token = world.random.letters(32);
  world.challenges.set(token, { intentId, returnUrl });
  const url = `${world.pagesUrl}/three_d_secure/${token}`;
  return useSdk
    ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } }
    : { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } };
}
