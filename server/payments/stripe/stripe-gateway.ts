import type Stripe from "stripe";
import type { Clock } from "#server/clock.ts";
import { type PaymentGateway, GatewayError, isSetup } from "#server/payments/payment-gateway.ts";
import { openStripe, type StripeConfig } from "./stripe-client.ts";
import {
  cancelIntent,
  captureIntent,
  chargeSavedCard,
  createIntent,
  intentOf,
  releaseIntent,
  retrieveIntent,
  updateIntent,
  idOf,
} from "./stripe-intents.ts";
import { cancelSetup, createSetup, retrieveSetup, setupOf, updateSetup } from "./stripe-setups.ts";
import { getDispute } from "./stripe-disputes.ts";
import { findPayment, listPayments } from "./stripe-list.ts";
import { stripePayouts } from "./stripe-payouts.ts";
import { registerDomain } from "./payment-method-domain.ts";
import { getRefund, refund } from "./stripe-refunds.ts";
import { stripeSubscriptions } from "./stripe-subscriptions.ts";
import { listEvents, readWebhook } from "./stripe-webhook.ts";
import { askStripe } from "./stripe-errors.ts";

/** Payments through Stripe, in the API version that the `stripe` package is made for. */
export function openStripeGateway(
  config: StripeConfig,
  payoutCountry: string,
  clock: Clock,
  waitMs?: number,
): PaymentGateway {
  const stripe = openStripe(config, waitMs);
  return {
    provider: "stripe",
    publishableKey: config.publishableKey,
    // Eight digits.
    highestPaymentCents: 99_999_999,
    createIntent: (input) => createIntent(stripe, input),
    updateIntent: (id, input) => updateIntent(stripe, id, input),
    getIntent: async (id) =>
      isSetup({ id }) ? setupOf(await retrieveSetup(stripe, id)) : intentOf(await retrieveIntent(stripe, id)),
    createSetup: (input) => createSetup(stripe, input),
    updateSetup: (id, input) => updateSetup(stripe, id, input),
    chargeSavedCard: (input) => chargeSavedCard(stripe, input),
    cancelIntent: (id) => (isSetup({ id }) ? cancelSetup(stripe, id) : cancelIntent(stripe, id)),
    captureIntent: (id) => captureIntent(stripe, id),
    releaseIntent: (id) => releaseIntent(stripe, id),
    refund: (input) => refund(stripe, input),
    registerDomain: (domain) => registerDomain(stripe, domain),
    deletePayer: (paymentIntentId) => deletePayer(stripe, paymentIntentId),
    getRefund: (id) => getRefund(stripe, id),
    listPayments: (begun) => listPayments(stripe, begun),
    findPayment: (id) => findPayment(stripe, id),
    eventDays: 30,
    listEvents: (since) => listEvents(stripe, since),
    getDispute: (id) => getDispute(stripe, id),
    subscriptions: stripeSubscriptions(stripe),
    payouts: stripePayouts(stripe, payoutCountry),
    readWebhook: (rawBody, headers) => readWebhook(stripe, config, clock, rawBody, headers),
  };
}

/**
 * Deletes the customer that a payment was made for: Stripe removes the saved cards and ends the subscriptions with it.
 * Every purchase has a customer of its own, so nobody else's goes too. Charges and refunds go by the payment, which stays.
 */
async function deletePayer(stripe: Stripe, paymentIntentId: string): Promise<void> {
  try {
    const made = isSetup({ id: paymentIntentId })
      ? await retrieveSetup(stripe, paymentIntentId)
      : await retrieveIntent(stripe, paymentIntentId);
    const customer = idOf(made.customer);
    if (customer) await askStripe(() => stripe.customers.del(customer));
  } catch (error) {
    // Stripe does not know the payment, or has deleted the customer already.
    if (!(error instanceof GatewayError) || error.code !== "resource_missing") throw error;
  }
}
