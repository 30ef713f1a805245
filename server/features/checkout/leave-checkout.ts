import { hotStatement } from "#server/database/statement.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { closeCheckout, type ClosableCheckout } from "./close-checkout.ts";

/**
 * The buyer's page is gone after pay was pressed: what it holds goes back at once, with its payment cancelled first. A
 * payment that is with the bank or being settled stays, and so does all of a checkout that holds nothing. Does nothing
 * for anyone else's checkout.
 */
export async function leaveCheckout(
  services: Services,
  browserHash: string | undefined,
  checkoutSessionId: string,
): Promise<void> {
  const [open] = await selectHeld(services.pool, checkoutSessionId, browserHash ?? "");
  if (!open) return;
  try {
    if (open.paymentIntentId !== null) {
      const { status } = await services.payments.getIntent(open.paymentIntentId);
      if (status !== "requires_payment_method" && status !== "requires_confirmation") return;
    }
    await closeCheckout(services, open);
  } catch (error) {
    // Nobody waits for the answer: its time ends it.
    if (!(error instanceof GatewayError)) throw error;
  }
}

const selectHeld = hotStatement("checkout_select_held")<
  ClosableCheckout,
  [checkoutSessionId: string, browserHash: string]
>(`select session_id as id, payment_intent_id as "paymentIntentId", provider_subscription_id as "providerSubscriptionId"
     from checkout_sessions where session_id = $1 and browser_hash = $2 and status = 'ACTIVE' and held_until is not null`);
