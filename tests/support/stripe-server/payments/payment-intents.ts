import type Stripe from "stripe";
import { checkDestination } from "#tests/support/stripe-server/connect/destination.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { confirmParamsOf, confirmIntent, refuseRedirects } from "./confirm-intent.ts";
import { afterCharge, captureCharge, releaseCharge } from "./charges.ts";
import { getCustomer } from "./customers.ts";
import { checkAmount, checkOffSession, intentState, refuseInvoiceIntent } from "./intent-rules.ts";
import { mergeMetadata } from "./metadata.ts";
import type { PaymentIntent } from "./objects.ts";
import { checkUsable, resolvePaymentMethod } from "./payment-methods.ts";
import { cardOptionsOf, openStates, updateIntent } from "./update-intent.ts";

export const paymentIntentEndpoints: Endpoint[] = [
  endpoint<Stripe.PaymentIntentCreateParams>("POST /v1/payment_intents", ({ state, params }) =>
    createIntent(state, params),
  ),
  listEndpoint<Stripe.PaymentIntentListParams>("GET /v1/payment_intents", ({ state, params }) =>
    [...state.tables.payment_intents.values()].filter(
      ({ customer }) => params.customer === undefined || customer === params.customer,
    ),
  ),
  endpoint<Stripe.PaymentIntentUpdateParams>("POST /v1/payment_intents/{id}", ({ state, params, id }) =>
    updateIntent(state, getRow(state, "payment_intents", id), params),
  ),
  endpoint<Stripe.PaymentIntentCancelParams>("POST /v1/payment_intents/{id}/cancel", (call) => {
    const { state, params, id } = call;
    const intent = getRow(state, "payment_intents", id);
    refuseInvoiceIntent(state, intent, "canceled");
    if (![...openStates, "requires_capture"].includes(intent.status))
      throw intentState(
        state,
        intent,
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      );
    if (intent.status === "requires_capture") releaseCharge(state, intent);
    cancelIntent(state, intent, params.cancellation_reason ?? null);
    return intent;
  }),
  endpoint<Stripe.PaymentIntentCaptureParams>("POST /v1/payment_intents/{id}/capture", ({ state, id }) => {
    const intent = getRow(state, "payment_intents", id);
    if (intent.status !== "requires_capture")
      throw intentState(
        state,
        intent,
        `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      );
    const charge = captureCharge(state, intent);
    intent.status = "succeeded";
    state.emit("payment_intent.succeeded", intent);
    state.onIntentChanged(intent);
    afterCharge(state, charge);
    return intent;
  }),
];

export function cancelIntent(state: StripeState, intent: PaymentIntent, reason: string | null): void {
  Object.assign(intent, {
    status: "canceled",
    amount_capturable: 0,
    canceled_at: state.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  state.emit("payment_intent.canceled", intent);
}

function createIntent(state: StripeState, params: Stripe.PaymentIntentCreateParams): PaymentIntent {
  checkAmount(params.amount, params.currency);
  checkDestination(state, params);
  checkOffSession(params);
  const customer = params.customer === undefined ? null : getCustomer(state, params.customer, "customer").id;
  const methods = params.automatic_payment_methods;
  const automatic = {
    enabled: methods?.enabled ?? true,
    allow_redirects: methods?.allow_redirects ?? "always",
  } as const;
  if (!automatic.enabled)
    throw invalidParameter(
      "automatic_payment_methods[enabled]",
      "This server serves automatic methods only.",
    );
  if (params.confirm) refuseRedirects(automatic, params);
  else if (params.return_url !== undefined || params.use_stripe_sdk !== undefined)
    throw invalidParameter(
      params.return_url === undefined ? "use_stripe_sdk" : "return_url",
      "A `return_url` and `use_stripe_sdk` can only be given when `confirm` is true.",
    );
  const method = params.payment_method
    ? resolvePaymentMethod(state, params.payment_method, "payment_method")
    : undefined;
  if (method) checkUsable(state, method, customer);
  const id = state.newId("pi");
  const intent = addRow(state, "payment_intents", {
    ...blankIntent(state, id, params.amount, params.currency),
    application_fee_amount: params.application_fee_amount ?? null,
    automatic_payment_methods: automatic,
    customer,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    payment_method: method?.id ?? null,
    payment_method_options: cardOptionsOf(params.payment_method_options?.card),
    receipt_email: params.receipt_email || null,
    setup_future_usage: params.setup_future_usage ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    transfer_data: params.transfer_data ?? null,
    transfer_group: params.transfer_group ?? null,
  });
  state.emit("payment_intent.created", intent);
  if (params.confirm) confirmIntent(state, intent, confirmParamsOf(params));
  return intent;
}

/** An intent as it begins; `amount` in cents. */
export const blankIntent = (
  state: StripeState,
  id: string,
  amount: number,
  currency: string,
): PaymentIntent => ({
  id,
  object: "payment_intent",
  created: state.now(),
  livemode: false,
  amount,
  amount_received: 0,
  amount_capturable: 0,
  application_fee_amount: null,
  automatic_payment_methods: { enabled: true, allow_redirects: "always" },
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic_async",
  client_secret: `${id}_secret_${state.random.letters(25)}`,
  confirmation_method: "automatic",
  currency,
  customer: null,
  description: null,
  last_payment_error: null,
  latest_charge: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_options: {},
  payment_method_types: ["card"],
  receipt_email: null,
  setup_future_usage: null,
  statement_descriptor_suffix: null,
  status: "requires_payment_method",
  transfer_data: null,
  transfer_group: null,
});
