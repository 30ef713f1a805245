import {
  cardError,
  invalidParameter,
  type CardFailure,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { afterCharge, chargeAuthorized, chargeFails, chargeSucceeds } from "./charges.ts";
import { intentState } from "./intent-rules.ts";
import type { PaymentIntent, PaymentMethod } from "./objects.ts";
import { attach, cardOf, checkUsable, createFromCard, resolvePaymentMethod } from "./payment-methods.ts";
import type { CardData } from "./payment-methods.ts";
import { behaviourOf } from "./test-cards.ts";
import { askBank } from "./three-d-secure.ts";

export type Confirmation = {
  /** An id, or the name of a test card; the intent's own unless given. */
  paymentMethod?: string | undefined;
  cardData?: CardData | undefined;
  offSession: boolean;
  returnUrl: string | null;
  useSdk: boolean;
};

type ConfirmParams = {
  off_session?: boolean | string;
  return_url?: string;
  use_stripe_sdk?: boolean;
  payment_method?: string;
  payment_method_data?: unknown;
};

export const confirmParamsOf = (params: ConfirmParams): Confirmation => ({
  paymentMethod: params.payment_method,
  cardData: params.payment_method_data as CardData | undefined,
  offSession: params.off_session !== undefined && params.off_session !== false,
  returnUrl: params.return_url ?? null,
  useSdk: params.use_stripe_sdk ?? false,
});

/** A payment method might send the buyer away, and then Stripe must know where they come back. */
export function refuseRedirects(
  automatic: PaymentIntent["automatic_payment_methods"],
  params: ConfirmParams,
): void {
  if (params.return_url !== undefined || params.off_session) return;
  if (automatic?.enabled && automatic.allow_redirects !== "never")
    throw invalidParameter(
      "return_url",
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    );
}

/**
 * Tries to take the money. The intent is `succeeded` or `requires_action` afterwards; a decline is thrown as Stripe's
 * 402, and the intent waits for another payment method.
 */
export function confirmIntent(state: StripeState, intent: PaymentIntent, input: Confirmation): void {
  refuseUnlessOpen(state, intent);
  const method = methodFor(state, intent, input);
  checkUsable(state, method, intent.customer);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const card = cardOf(state, method.id);
  const behaviour = behaviourOf(card.number);
  const asks =
    behaviour.authenticates === "always" ||
    (behaviour.authenticates === "unless set up" && !card.setUp) ||
    (behaviour.authenticates === "when present" && !input.offSession);
  if (asks && input.offSession) throw decline(state, intent, method, authenticationRequired);
  if (asks) {
    intent.status = "requires_action";
    intent.next_action = askBank(state, intent.id, input);
    state.emit("payment_intent.requires_action", intent);
    state.onIntentChanged(intent);
    return;
  }
  const failure = behaviour.declines ?? (method.customer === null ? undefined : behaviour.declinesAttached);
  if (failure) throw decline(state, intent, method, failure);
  succeed(state, intent, method);
}

/** The buyer has been at the bank's page. */
export function finishAuthentication(state: StripeState, intent: PaymentIntent, isGranted: boolean): void {
  if (intent.status !== "requires_action" || intent.payment_method === null) return;
  const method = getRow(state, "payment_methods", intent.payment_method);
  const card = cardOf(state, method.id);
  intent.next_action = null;
  if (!isGranted) return failAuthentication(state, intent, method);
  const refused = behaviourOf(card.number).declinesAfterwards;
  if (refused) {
    decline(state, intent, method, refused);
    return;
  }
  if (intent.setup_future_usage === "off_session") card.setUp = true;
  succeed(state, intent, method);
}

const authenticationRequired: CardFailure = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

function refuseUnlessOpen(state: StripeState, intent: PaymentIntent) {
  if (intent.status === "succeeded")
    throw intentState(
      state,
      intent,
      "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
    );
  if (intent.status === "canceled" || intent.status === "processing" || intent.status === "requires_capture")
    throw intentState(
      state,
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
    );
}

function methodFor(state: StripeState, intent: PaymentIntent, input: Confirmation): PaymentMethod {
  if (input.cardData) return createFromCard(state, input.cardData);
  const id = input.paymentMethod ?? intent.payment_method;
  if (id === null)
    throw intentState(
      state,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  return resolvePaymentMethod(state, id, "payment_method");
}

function succeed(state: StripeState, intent: PaymentIntent, method: PaymentMethod) {
  const isAuthorized = intent.payment_method_options.card?.capture_method === "manual";
  intent.status = isAuthorized ? "requires_capture" : "succeeded";
  const charge = isAuthorized
    ? chargeAuthorized(state, intent, method)
    : chargeSucceeds(state, intent, method);
  // The rule of reuse: kept for a customer when that was asked for, else this was its only payment.
  if (intent.setup_future_usage !== null && intent.customer !== null) attach(state, method, intent.customer);
  else if (intent.setup_future_usage === null && method.customer === null)
    cardOf(state, method.id).consumed = true;
  state.emit(isAuthorized ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", intent);
  state.onIntentChanged(intent);
  if (!isAuthorized) afterCharge(state, charge);
}

function decline(state: StripeState, intent: PaymentIntent, method: PaymentMethod, failure: CardFailure) {
  const charge = chargeFails(state, intent, method, failure);
  const error = { ...failure, charge: charge.id, payment_method: structuredClone(method) };
  intent.last_payment_error = { type: "card_error", ...error };
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  state.emit("payment_intent.payment_failed", intent);
  state.onIntentChanged(intent);
  return cardError(failure, { ...error, payment_intent: structuredClone(intent) });
}

function failAuthentication(state: StripeState, intent: PaymentIntent, method: PaymentMethod) {
  intent.last_payment_error = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
    payment_method: structuredClone(method),
  };
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  state.emit("payment_intent.payment_failed", intent);
  state.onIntentChanged(intent);
}
