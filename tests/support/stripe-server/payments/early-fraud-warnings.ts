import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { getRow } from "#tests/support/stripe-server/state.ts";

export const earlyFraudWarningEndpoints: Endpoint[] = [
  endpoint("GET /v1/radar/early_fraud_warnings/{id}", ({ state, id }) =>
    getRow(state, "early_fraud_warnings", id),
  ),
  listEndpoint<Stripe.Radar.EarlyFraudWarningListParams>(
    "GET /v1/radar/early_fraud_warnings",
    ({ state, params }) =>
      [...state.tables.early_fraud_warnings.values()].filter(
        (warning) =>
          (params.charge === undefined || warning.charge === params.charge) &&
          (params.payment_intent === undefined || warning.payment_intent === params.payment_intent),
      ),
  ),
];
