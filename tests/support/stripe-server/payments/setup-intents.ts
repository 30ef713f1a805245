import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import {
  cardError,
  invalidParameter,
  unexpectedState,
  type CardFailure,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { refuseRedirects, confirmParamsOf, type Confirmation } from "./confirm-intent.ts";
import { getCustomer } from "./customers.ts";
import { mergeMetadata } from "./metadata.ts";
import type { PaymentMethod, SetupIntent } from "./objects.ts";
import { attach, cardOf, checkUsable, createFromCard, resolvePaymentMethod } from "./payment-methods.ts";
import { behaviourOf } from "./test-cards.ts";
import { askBank } from "./three-d-secure.ts";

export const setupIntentEndpoints: Endpoint[] = [
  endpoint<Stripe.SetupIntentCreateParams>("POST /v1/setup_intents", ({ state, params }) =>
    createSetup(state, params),
  ),
  listEndpoint<Stripe.SetupIntentListParams>("GET /v1/setup_intents", ({ state, params }) =>
    [...state.tables.setup_intents.values()].filter(
      (intent) =>
        (params.customer === undefined || intent.customer === params.customer) &&
        (params.payment_method === undefined || intent.payment_method === params.payment_method),
    ),
  ),
  endpoint<Stripe.SetupIntentUpdateParams>("POST /v1/setup_intents/{id}", ({ state, params, id }) => {
    const intent = getRow(state, "setup_intents", id);
    intent.metadata = mergeMetadata(intent.metadata, params.metadata);
    if (params.description !== undefined) intent.description = params.description || null;
    if (params.customer !== undefined || params.payment_method !== undefined) {
      refuseDone(intent, "updated");
      if (params.customer) intent.customer = getCustomer(state, params.customer, "customer").id;
      if (params.payment_method) intent.payment_method = usable(state, intent, params.payment_method).id;
    }
    return intent;
  }),
  endpoint<Stripe.SetupIntentCancelParams>("POST /v1/setup_intents/{id}/cancel", ({ state, params, id }) => {
    const intent = getRow(state, "setup_intents", id);
    refuseDone(intent, "canceled");
    intent.status = "canceled";
    intent.cancellation_reason = params.cancellation_reason ?? null;
    intent.next_action = null;
    state.emit("setup_intent.canceled", intent);
    return intent;
  }),
];

export function createSetup(state: StripeState, params: Stripe.SetupIntentCreateParams): SetupIntent {
  const automatic = {
    enabled: params.automatic_payment_methods?.enabled ?? true,
    allow_redirects: params.automatic_payment_methods?.allow_redirects ?? "always",
  } as const;
  const id = state.newId("seti");
  const intent: SetupIntent = {
    id,
    object: "setup_intent",
    created: state.now(),
    livemode: false,
    automatic_payment_methods: automatic,
    cancellation_reason: null,
    client_secret: `${id}_secret_${state.random.letters(25)}`,
    customer: params.customer === undefined ? null : getCustomer(state, params.customer, "customer").id,
    description: params.description ?? null,
    last_setup_error: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method",
    usage: params.usage ?? "off_session",
  };
  if (params.payment_method) {
    intent.payment_method = usable(state, intent, params.payment_method).id;
    intent.status = "requires_confirmation";
  }
  if (params.confirm) refuseRedirects(automatic, params);
  addRow(state, "setup_intents", intent);
  state.emit("setup_intent.created", intent);
  if (params.confirm) confirmSetup(state, intent, confirmParamsOf(params));
  return intent;
}

/** Takes a card for later: `succeeded` or `requires_action` afterwards; a refusal is thrown as a 402. */
export function confirmSetup(state: StripeState, intent: SetupIntent, input: Confirmation): void {
  refuseDone(intent, "confirmed");
  const id = input.paymentMethod ?? intent.payment_method;
  if (!input.cardData && id === null)
    throw invalidParameter(
      "payment_method",
      "You cannot confirm this SetupIntent: it has no payment method.",
    );
  const method = input.cardData ? createFromCard(state, input.cardData) : usable(state, intent, id ?? "");
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  const behaviour = behaviourOf(cardOf(state, method.id).number);
  if (behaviour.authenticates !== undefined) {
    intent.status = "requires_action";
    intent.next_action = askBank(state, intent.id, input);
    state.emit("setup_intent.requires_action", intent);
    return;
  }
  if (behaviour.declines) throw failSetup(state, intent, method, behaviour.declines);
  succeed(state, intent, method);
}

/** The buyer has been at the bank's page. */
export function finishSetup(state: StripeState, intent: SetupIntent, isGranted: boolean): void {
  if (intent.status !== "requires_action" || intent.payment_method === null) return;
  const method = getRow(state, "payment_methods", intent.payment_method);
  intent.next_action = null;
  const card = cardOf(state, method.id);
  const refused = isGranted ? behaviourOf(card.number).declinesAfterwards : authenticationFailed;
  if (refused) {
    failSetup(state, intent, method, refused);
    return;
  }
  card.setUp = true;
  succeed(state, intent, method);
}

const authenticationFailed: CardFailure = {
  code: "setup_intent_authentication_failure",
  message:
    "The latest attempt to set up the payment method has failed because authentication failed. Provide another payment method to try again.",
};

function succeed(state: StripeState, intent: SetupIntent, method: PaymentMethod) {
  intent.status = "succeeded";
  if (intent.customer !== null) attach(state, method, intent.customer);
  state.emit("setup_intent.succeeded", intent);
}

function failSetup(state: StripeState, intent: SetupIntent, method: PaymentMethod, failure: CardFailure) {
  intent.last_setup_error = { type: "card_error", ...failure, payment_method: structuredClone(method) };
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  state.emit("setup_intent.setup_failed", intent);
  return cardError(failure, {
    setup_intent: structuredClone(intent),
    payment_method: structuredClone(method),
  });
}

function usable(state: StripeState, intent: SetupIntent, id: string): PaymentMethod {
  const method = resolvePaymentMethod(state, id, "payment_method");
  checkUsable(state, method, intent.customer);
  return method;
}

function refuseDone(intent: SetupIntent, deed: string) {
  if (intent.status === "succeeded" || intent.status === "canceled")
    throw unexpectedState(
      "setup_intent_unexpected_state",
      `You cannot have this SetupIntent ${deed} because it has a status of ${intent.status}.`,
      { setup_intent: structuredClone(intent) },
    );
}
