import type Stripe from "stripe";
import { checkDestination } from "#tests/support/stripe-server/connect/destination.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type World } from "#tests/support/stripe-server/world.ts";
import { confirmParamsOf, confirmIntent, refuseRedirects } from "./confirm-intent.ts";
import { getCustomer } from "./customers.ts";
import { checkAmount, checkOffSession, intentState, refuseInvoiceIntent } from "./intent-rules.ts";
import { mergeMetadata } from "./metadata.ts";
import type { PaymentIntent } from "./objects.ts";
import { checkUsable, resolvePaymentMethod } from "./payment-methods.ts";
import { openStates, updateIntent } from "./update-intent.ts";

export const paymentIntentEndpoints: Endpoint[] = [
  endpoint<Stripe.PaymentIntentCreateParams>("POST /v1/payment_intents", ({ world, params }) =>
    createIntent(world, params),
  ),
  listEndpoint<Stripe.PaymentIntentListParams>("GET /v1/payment_intents", ({ world, params }) =>
    [...world.tables.payment_intents.values()].filter(
      ({ customer }) => params.customer === undefined || customer === params.customer,
    ),
  ),
  endpoint<Stripe.PaymentIntentUpdateParams>("POST /v1/payment_intents/{id}", ({ world, params, id }) =>
    updateIntent(world, getRow(world, "payment_intents", id), params),
  ),
  endpoint<Stripe.PaymentIntentCancelParams>("POST /v1/payment_intents/{id}/cancel", (call) => {
    const { world, params, id } = call;
    const intent = getRow(world, "payment_intents", id);
    refuseInvoiceIntent(world, intent, "canceled");
    if (!openStates.includes(intent.status))
      throw intentState(
        world,
        intent,
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      );
    cancelIntent(world, intent, params.cancellation_reason ?? null);
    return intent;
  }),
];

export function cancelIntent(world: World, intent: PaymentIntent, reason: string | null): void {
  Object.assign(intent, {
    status: "canceled",
    canceled_at: world.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  world.emit("payment_intent.canceled", intent);
}

function createIntent(world: World, params: Stripe.PaymentIntentCreateParams): PaymentIntent {
  checkAmount(params.amount, params.currency);
  checkDestination(world, params);
  checkOffSession(params);
  const customer = params.customer === undefined ? null : getCustomer(world, params.customer, "customer").id;
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
    ? resolvePaymentMethod(world, params.payment_method, "payment_method")
    : undefined;
  if (method) checkUsable(world, method, customer);
  const id = world.newId("pi");
  const intent = addRow(world, "payment_intents", {
    ...blankIntent(world, id, params.amount, params.currency),
    application_fee_amount: params.application_fee_amount ?? null,
    automatic_payment_methods: automatic,
    customer,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    payment_method: method?.id ?? null,
    receipt_email: params.receipt_email || null,
    setup_future_usage: params.setup_future_usage ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    transfer_data: params.transfer_data ?? null,
    transfer_group: params.transfer_group ?? null,
  });
  world.emit("payment_intent.created", intent);
  if (params.confirm) confirmIntent(world, intent, confirmParamsOf(params));
  return intent;
}

/** An intent as it begins; `amount` in cents. */
export const blankIntent = (world: World, id: string, amount: number, currency: string): PaymentIntent => ({
  id,
  object: "payment_intent",
  created: world.now(),
  livemode: false,
  amount,
  amount_received: 0,
  amount_capturable: 0,
  application_fee_amount: null,
  automatic_payment_methods: { enabled: true, allow_redirects: "always" },
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic_async",
  client_secret: `${id}_secret_${world.random.letters(25)}`,
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
  payment_method_types: ["card"],
  receipt_email: null,
  setup_future_usage: null,
  statement_descriptor_suffix: null,
  status: "requires_payment_method",
  transfer_data: null,
  transfer_group: null,
});
