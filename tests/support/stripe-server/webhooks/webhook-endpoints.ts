import type Stripe from "stripe";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow } from "#tests/support/stripe-server/state.ts";

/** Endpoints as configuration, to be looked at; deliveries go where `sendWebhooksTo` says. */
export const webhookEndpointEndpoints: Endpoint[] = [
  endpoint<Stripe.WebhookEndpointCreateParams>("POST /v1/webhook_endpoints", ({ state, params }) => {
    if (!/^https?:\/\/[^\s]+$/.test(params.url))
      throw invalidParameter(
        "url",
        "Invalid URL: An explicit scheme (such as https) must be provided.",
        "url_invalid",
      );
    const row = addRow(state, "webhook_endpoints", {
      id: state.newId("we"),
      object: "webhook_endpoint",
      api_version: params.api_version ?? null,
      application: null,
      created: state.now(),
      description: params.description || null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      status: "enabled",
      url: params.url,
    });
    return { ...row, secret: `whsec_${state.random.letters(32)}` };
  }),
  endpoint("GET /v1/webhook_endpoints/{id}", ({ state, id }) => getRow(state, "webhook_endpoints", id)),
  listEndpoint("GET /v1/webhook_endpoints", ({ state }) => state.tables.webhook_endpoints.values()),
  endpoint("DELETE /v1/webhook_endpoints/{id}", ({ state, id }) => {
    getRow(state, "webhook_endpoints", id);
    state.tables.webhook_endpoints.delete(id);
    return { id, object: "webhook_endpoint", deleted: true };
  }),
];
