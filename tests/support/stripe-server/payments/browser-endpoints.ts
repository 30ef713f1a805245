import type Stripe from "stripe";
import { endpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import type { ObjectShape, Shape } from "#tests/support/stripe-server/wire/shapes.ts";
import { resourceMissing } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { confirmIntent, confirmParamsOf, refuseRedirects } from "./confirm-intent.ts";
import { cardDataShape } from "./payment-methods.ts";
import { confirmSetup } from "./setup-intents.ts";

// What both a server and Stripe's script in a browser call.

const readShape: ObjectShape = { object: { client_secret: "string" }, required: ["client_secret"] };
const confirmShape: Record<string, Shape> = {
  client_secret: "string",
  payment_method: "string",
  payment_method_data: cardDataShape,
  return_url: "string",
  use_stripe_sdk: "boolean",
  expected_payment_method_type: { enum: ["card"] },
};
const browserConfirm: ObjectShape = { object: confirmShape, required: ["client_secret"] };

type WithSecret = { client_secret?: string; return_url?: string };

export const browserEndpoints: Endpoint[] = [
  endpoint<WithSecret>(
    "GET /v1/payment_intents/{id}",
    ({ state, params, id }) => {
      checkSecret(state, "payment_intents", id, params.client_secret);
      return getRow(state, "payment_intents", id);
    },
    { browser: readShape },
  ),
  endpoint<Stripe.PaymentIntentConfirmParams & WithSecret>(
    "POST /v1/payment_intents/{id}/confirm",
    ({ state, params, id, isBrowser }) => {
      checkSecret(state, "payment_intents", id, params.client_secret);
      const intent = getRow(state, "payment_intents", id);
      if (!isBrowser && !params.use_stripe_sdk) refuseRedirects(intent.automatic_payment_methods, params);
      if (params.receipt_email) intent.receipt_email = params.receipt_email;
      if (params.setup_future_usage) intent.setup_future_usage = params.setup_future_usage;
      confirmIntent(state, intent, confirmParamsOf(params));
      return intent;
    },
    { browser: browserConfirm },
  ),
  endpoint<WithSecret>(
    "GET /v1/setup_intents/{id}",
    ({ state, params, id }) => {
      checkSecret(state, "setup_intents", id, params.client_secret);
      return getRow(state, "setup_intents", id);
    },
    { browser: readShape },
  ),
  endpoint<Stripe.SetupIntentConfirmParams & WithSecret>(
    "POST /v1/setup_intents/{id}/confirm",
    ({ state, params, id, isBrowser }) => {
      checkSecret(state, "setup_intents", id, params.client_secret);
      const intent = getRow(state, "setup_intents", id);
      if (!isBrowser && !params.use_stripe_sdk) refuseRedirects(intent.automatic_payment_methods, params);
      confirmSetup(state, intent, confirmParamsOf(params));
      return intent;
    },
    { browser: browserConfirm },
  ),
];

/** A wrong client secret looks like an intent that is not there; the secret key needs none. */
function checkSecret(
  state: StripeState,
  table: "payment_intents" | "setup_intents",
  id: string,
  secret: string | undefined,
) {
  if (secret === undefined) return;
  if (state.tables[table].get(id)?.client_secret !== secret)
    throw resourceMissing(table === "payment_intents" ? "payment_intent" : "setupintent", id);
}

const hidden: Record<string, string[]> = {
  payment_intent: [
    "application_fee_amount",
    "customer",
    "latest_charge",
    "metadata",
    "on_behalf_of",
    "transfer_data",
    "transfer_group",
    "amount_received",
    "amount_capturable",
    "statement_descriptor_suffix",
  ],
  setup_intent: ["customer", "metadata"],
  payment_method: ["metadata"],
};

/** The publishable key sees nothing that is the merchant's own. */
export function forBrowser(object: Record<string, unknown>): Record<string, unknown> {
  const names = hidden[String(object["object"])] ?? [];
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
