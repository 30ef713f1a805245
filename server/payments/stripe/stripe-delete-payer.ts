import type Stripe from "stripe";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf, retrieveIntent } from "./stripe-intents.ts";

/**
 * Deletes the customer that a payment was made for: Stripe removes the saved cards and ends the subscriptions with it.
 * Every purchase has a customer of its own, so nobody else's goes too. Charges and refunds go by the payment, which stays.
 */
export async function deletePayer(stripe: Stripe, paymentIntentId: string): Promise<void> {
  try {
    const customer = idOf((await retrieveIntent(stripe, paymentIntentId)).customer);
    if (customer) await askStripe(() => stripe.customers.del(customer));
  } catch (error) {
    // Stripe does not know the payment, or has deleted the customer already.
    if (!(error instanceof GatewayError) || error.code !== "resource_missing") throw error;
  }
}
