import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { apiVersion } from "#tests/support/stripe-server/wire/shapes.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import type { StripeEvent, ThinEvent } from "./objects.ts";

export const eventEndpoints: Endpoint[] = [
  endpoint("GET /v1/events/{id}", ({ state, id }) => getRow(state, "events", id)),
  listEndpoint<Stripe.EventListParams>("GET /v1/events", ({ state, params }) =>
    [...state.tables.events.values()].filter(
      ({ type }) =>
        (params.type === undefined || matches(type, params.type)) &&
        (params.types === undefined || params.types.some((pattern) => matches(type, pattern))),
    ),
  ),
];

/** `charge.*` stands for all of a group. */
const matches = (type: string, pattern: string) =>
  pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

export const snapshotEvent = (
  state: StripeState,
  type: string,
  object: object,
  previous: object | undefined,
): StripeEvent => ({
  id: state.newId("evt"),
  object: "event",
  api_version: apiVersion,
  created: state.now(),
  data: {
    object: structuredClone(object) as Record<string, unknown>,
    ...(previous && { previous_attributes: previous as Record<string, unknown> }),
  },
  livemode: false,
  pending_webhooks: 1,
  request: { id: state.cause?.requestId ?? null, idempotency_key: state.cause?.idempotencyKey ?? null },
  type,
});

export const thinEvent = (state: StripeState, type: string, accountId: string): ThinEvent => ({
  id: state.newId("evt_test"),
  object: "v2.core.event",
  created: new Date(state.now() * 1000).toISOString(),
  livemode: false,
  type,
  related_object: { id: accountId, type: "v2.core.account", url: `/v2/core/accounts/${accountId}` },
});
