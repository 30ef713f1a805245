import type Stripe from "stripe";
import { GatewayError, type NewSetup, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { createCustomer, derivedKey, failedAttemptOf, idOf, intentStatusOf } from "./stripe-intents.ts";

/** Which card a setup has kept stands in its payment method. */
const withCard = { expand: ["payment_method"] };

/** A card to be kept, for a customer of its own, as with a payment (https://docs.stripe.com/api/setup_intents/create). */
export async function createSetup(
  stripe: Stripe,
  { receiptEmail, metadata, idempotencyKey }: NewSetup,
): Promise<PaymentIntent> {
  const customer = await createCustomer(
    stripe,
    receiptEmail,
    metadata,
    derivedKey(idempotencyKey, "customer"),
  );
  const made = await askStripe(() =>
    stripe.setupIntents.create({ customer, usage: "off_session", metadata, ...withCard }, { idempotencyKey }),
  );
  return setupOf(made);
}

/** Its customer has the newest address. Refused once the card is kept. */
export async function updateSetup(
  stripe: Stripe,
  id: string,
  { receiptEmail, metadata, idempotencyKey }: NewSetup,
): Promise<PaymentIntent> {
  const found = await retrieveSetup(stripe, id);
  if (found.status === "succeeded" || found.status === "canceled")
    throw new GatewayError("payment_intent_unexpected_state", `This setup is ${found.status}`);
  const customer = idOf(found.customer);
  if (customer) await askStripe(() => stripe.customers.update(customer, { email: receiptEmail }));
  return setupOf(
    await askStripe(() => stripe.setupIntents.update(id, { metadata, ...withCard }, { idempotencyKey })),
  );
}

export const retrieveSetup = (stripe: Stripe, id: string): Promise<Stripe.SetupIntent> =>
  askStripe(() => stripe.setupIntents.retrieve(id, withCard));

/** Cancelling what is canceled already is no error. */
export async function cancelSetup(stripe: Stripe, id: string): Promise<PaymentIntent> {
  try {
    return setupOf(await askStripe(() => stripe.setupIntents.cancel(id, withCard)));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
    const current = await retrieveSetup(stripe, id);
    if (current.status !== "canceled") throw error;
    return setupOf(current);
  }
}

/** The port's view of a setup: an intent of nothing. */
export function setupOf(setup: Stripe.SetupIntent): PaymentIntent {
  const method = typeof setup.payment_method === "string" ? null : setup.payment_method;
  const card = method?.card;
  const error = setup.last_setup_error;
  return {
    id: setup.id,
    clientSecret: setup.client_secret ?? "",
    amountCents: 0,
    receivedCents: 0,
    currency: "",
    status: intentStatusOf(setup.status),
    metadata: setup.metadata ?? {},
    paymentMethodId: idOf(setup.payment_method),
    payee: null,
    card: card?.last4
      ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? undefined }
      : null,
    failureMessage: error?.message ?? null,
    failureCode: error?.decline_code ?? error?.code ?? null,
    failedAttempt: failedAttemptOf(error),
  };
}
