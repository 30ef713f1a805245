import { getRow, type Challenge, type StripeState } from "#tests/support/stripe-server/state.ts";
import { finishAuthentication } from "./confirm-intent.ts";
import { finishSetup } from "./setup-intents.ts";

/** The bank's page of a payment that asks for authentication: two buttons. */
export const bankPage = `<!doctype html>
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

/** What the buyer told the bank; nothing happens when the intent does not wait for it any more. */
export function completeAuthentication(state: StripeState, intentId: string, isGranted: boolean): void {
  if (intentId.startsWith("seti_")) finishSetup(state, getRow(state, "setup_intents", intentId), isGranted);
  else finishAuthentication(state, getRow(state, "payment_intents", intentId), isGranted);
}

/** Where the buyer goes back to, with the intent in the address as Stripe adds it. */
export function returnAddress(state: StripeState, { intentId, returnUrl }: Challenge): string | null {
  if (returnUrl === null) return null;
  const isSetup = intentId.startsWith("seti_");
  const intent = isSetup
    ? getRow(state, "setup_intents", intentId)
    : getRow(state, "payment_intents", intentId);
  const url = new URL(returnUrl);
  const name = isSetup ? "setup_intent" : "payment_intent";
  url.searchParams.set(name, intent.id);
  url.searchParams.set(`${name}_client_secret`, intent.client_secret);
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.toString();
}
