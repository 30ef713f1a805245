import type Stripe from "stripe";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { CardChange } from "#server/payments/subscription-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf } from "./stripe-intents.ts";
import { changeScheduledCard } from "./stripe-schedule.ts";

/** What the browser needs to take a new card; the setup names its membership, so that it serves no other. */
export async function startCardChange(
  stripe: Stripe,
  subscriptionId: string,
  idempotencyKey: string,
): Promise<CardChange> {
  const { customer } = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId));
  const customerId = idOf(customer);
  if (!customerId) throw new GatewayError("resource_missing", "This membership has no customer");
  const setup = await askStripe(() =>
    stripe.setupIntents.create(
      { customer: customerId, usage: "off_session", metadata: { subscription: subscriptionId } },
      { idempotencyKey },
    ),
  );
  return { setupIntentId: setup.id, clientSecret: setup.client_secret ?? "" };
}

/** Makes the confirmed card the membership's. */
export async function finishCardChange(
  stripe: Stripe,
  subscriptionId: string,
  setupIntentId: string,
  idempotencyKey: string,
): Promise<void> {
  const setup = await askStripe(() => stripe.setupIntents.retrieve(setupIntentId));
  const card = idOf(setup.payment_method);
  if (setup.metadata?.["subscription"] !== subscriptionId)
    throw new GatewayError("resource_missing", "No such setup of this membership");
  if (setup.status !== "succeeded" || !card)
    throw new GatewayError("payment_intent_unexpected_state", "The new card is not confirmed yet");
  const found = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId));
  await changeScheduledCard(stripe, found, card);
  await askStripe(() =>
    stripe.subscriptions.update(subscriptionId, { default_payment_method: card }, { idempotencyKey }),
  );
}
