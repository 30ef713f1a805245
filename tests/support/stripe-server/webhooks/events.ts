import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { apiVersion } from "#tests/support/stripe-server/wire/shapes.ts";
import { getRow, type World } from "#tests/support/stripe-server/world.ts";
import type { StripeEvent, ThinEvent } from "./objects.ts";

export const eventEndpoints: Endpoint[] = [
  endpoint("GET /v1/events/{id}", ({ world, id }) => getRow(world, "events", id)),
  listEndpoint<Stripe.EventListParams>("GET /v1/events", ({ world, params }) =>
    [...world.tables.events.values()].filter(
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
  world: World,
  type: string,
  object: object,
  previous: object | undefined,
): StripeEvent => ({
  id: world.newId("evt"),
  object: "event",
  api_version: apiVersion,
  created: world.now(),
  data: {
    object: structuredClone(object) as Record<string, unknown>,
    ...(previous && { previous_attributes: previous as Record<string, unknown> }),
  },
  livemode: false,
  pending_webhooks: 1,
  request: { id: world.cause?.requestId ?? null, idempotency_key: world.cause?.idempotencyKey ?? null },
  type,
});

export const thinEvent = (world: World, type: string, accountId: string): ThinEvent => ({
  id: world.newId("evt_test"),
  object: "v2.core.event",
  created: new Date(world.now() * 1000).toISOString(),
  livemode: false,
  type,
  related_object: { id: accountId, type: "v2.core.account", url: `/v2/core/accounts/${accountId}` },
});
