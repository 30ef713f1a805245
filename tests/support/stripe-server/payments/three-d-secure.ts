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

/** The bank's page: two buttons, each a form that posts to the same address. */
export const bankPage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>3D Secure test page</title>
<h1>3D Secure 2 test page</h1>
<form method="post">
  <button name="result" value="complete">Complete</button>
  <button name="result" value="fail">Fail</button>
</form>
</html>`;
